import * as z from 'zod'
import { MAX_TEXT } from './limits.ts'
import { oneLine, requiredText } from './text.ts'

export const roles = ['customer', 'admin'] as const
export const Role = z.enum(roles)
export type Role = z.output<typeof Role>

/** Trimmed and case-folded: one mailbox, one account (decisions C11). */
const Email = z.string().max(254).trim().toLowerCase().pipe(z.email('An e-mail address is expected'))
const Password = z
  .string()
  .min(8, 'A password has at least 8 characters')
  .max(128, 'A password has at most 128 characters')

const personName = oneLine(requiredText(MAX_TEXT.name))

export const LoginBody = z.object({ email: Email, password: z.string().min(1).max(128) })
export const RegisterBody = z.object({ name: personName, email: Email, password: Password })
export const AddUserBody = RegisterBody.extend({ role: Role.default('customer') })
/** Absent fields stay as they are; without any there is nothing to edit. */
export const EditUserBody = z
  .object({ name: personName, email: Email, role: Role })
  .partial()
  .refine(
    (body) => Object.values(body).some((value) => value !== undefined),
    'A name, an e-mail address or a role is expected',
  )
  .meta({ anyOf: ['name', 'email', 'role'].map((name) => ({ required: [name] })) })

export type User = { _id: string; name: string; email: string; role: Role }
/** Answer of login and register. */
export type Session = { user: User; token: string }
