import { userView } from '@shop/language/account/view'
import { invalidField, ShopError } from '@shop/language/errors'
import type { Role } from '@shop/language/values/role'
import type { Account } from './account-state.ts'

export const shown = (_id: string, { name, email }: Account, role: Role = 'customer') =>
  userView({ _id, name, email, role })

const EXISTS = 'User already exists'

/** The refusal for admins (decisions C11). */
export const taken = () => new ShopError('CONFLICT', EXISTS)

/** The refusal for visitors who register (decisions C11). */
export const existsAlready = () => invalidField('email', EXISTS)
