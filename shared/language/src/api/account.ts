import * as z from 'zod'
import type * as answers from './account-answers.ts'
import { MAX_TEXT } from './limits.ts'
import { paging, search, sortedBy } from './list-query.ts'
import { Role } from './role.ts'
import { oneLine, requiredText } from './text.ts'

/** Trimmed and case-folded: one mailbox, one account (decisions C11). */
export const Email = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
  z.email({ error: ({ code }) => (code === 'invalid_format' ? 'An email address is expected' : undefined) }).max(254),
)
export const Password = z
  .string()
  .min(8, 'A password has at least 8 characters')
  .max(128, 'A password has at most 128 characters')

/** One that is checked: nothing is said about its form. */
const GivenPassword = z.string().min(1).max(128)

export const personName = oneLine(requiredText(MAX_TEXT.name))

export const LoginBody = z.object({ email: Email, password: GivenPassword })
export const RegisterBody = z.object({ name: personName, email: Email, password: Password })
export const AddUserBody = RegisterBody.extend({ role: Role.default('customer') })
/** Absent fields stay as they are; without any there is nothing to edit. */
export const EditUserBody = z
  .object({ name: personName, email: Email, role: Role })
  .partial()
  .refine(
    (body) => Object.values(body).some((value) => value !== undefined),
    'A name, an email address or a role is expected',
  )
  .meta({ anyOf: ['name', 'email', 'role'].map((name) => ({ required: [name] })) })

/** Query of GET /api/admin/users. */
export const UserQuery = z.object({ search, sortBy: sortedBy('name', 'email', 'role').optional(), ...paging })
export type UserQuery = z.output<typeof UserQuery>

export const ChangePasswordBody = z.object({ currentPassword: GivenPassword, newPassword: Password })
export type ChangePasswordBody = z.output<typeof ChangePasswordBody>
export const ForgottenBody = z.object({ email: Email })
/** `token` is that of the link in the mail. */
export const ResetBody = z.object({ token: z.string().min(1).max(1000), newPassword: Password })
/** Another e-mail address needs the password, and is the account's once the link that is mailed to it was opened. */
export const EditOwnAccountBody = z
  .object({ name: personName, email: Email, password: GivenPassword })
  .partial()
  .refine(({ name, email }) => name !== undefined || email !== undefined, 'A name or an email address is expected')
  .refine(({ email, password }) => email === undefined || password !== undefined, {
    message: 'Another email address needs the password',
    path: ['password'],
  })
  .meta({ anyOf: [{ required: ['name'] }, { required: ['email', 'password'] }] })
export const ConfirmEmailBody = z.object({ token: z.string().min(1).max(1000) })
export const DeleteOwnAccountBody = z.object({ password: GivenPassword })

export type User = z.output<typeof answers.User>
export type Session = z.output<typeof answers.Session>
export type OpenSession = z.output<typeof answers.OpenSession>
export type OwnData = z.output<typeof answers.OwnData>
