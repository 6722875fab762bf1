import { userView } from '@shop/language/account/view'
import { invalidField, ShopError } from '@shop/language/errors'
import type { Role } from '@shop/language/values/role'
import type { Account } from './account-state.ts'

/** An account as the API returns it. */
export const shown = (_id: string, { name, email }: Account, role: Role = 'customer') =>
  userView({ _id, name, email, role })

const EXISTS = 'User already exists'

/** The refusal that an admin gets if the address is taken (decisions C11). */
export const taken = () => new ShopError('CONFLICT', EXISTS)

/** The refusal that a visitor gets at registration if the address is taken (decisions C11). */
export const existsAlready = () => invalidField('email', EXISTS)
