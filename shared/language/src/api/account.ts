import * as z from 'zod'
import { MAX_TEXT } from './limits.ts'
import { requiredText } from './text.ts'

export const roles = ['customer', 'admin'] as const
export const Role = z.enum(roles)
export type Role = z.output<typeof Role>

/** Trimmed and case-folded: one mailbox, one account (decisions C11). */
const Email = z.string().max(254).trim().toLowerCase().pipe(z.email('An e-mail address is expected'))
const Password = z
  .string()
  .min(8, 'A password has at least 8 characters')
  .max(128, 'A password has at most 128 characters')

export const LoginBody = z.object({ email: Email, password: z.string().min(1).max(128) })
export const RegisterBody = z.object({ name: requiredText(MAX_TEXT.name), email: Email, password: Password })
export const AddUserBody = RegisterBody.extend({ role: Role.default('customer') })
/** Absent fields stay as they are. */
export const EditUserBody = z.object({ name: requiredText(MAX_TEXT.name), email: Email, role: Role }).partial()

export type User = { _id: string; name: string; email: string; role: Role }
/** Answer of login and register. */
export type Session = { user: User; token: string }
