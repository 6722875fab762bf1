import * as z from 'zod'
import { LEAST_PASSWORD, MAX_TEXT, MOST_PASSWORD } from '../limits.ts'
import { paging, search, sortedBy } from '../values/list-query.ts'
import { Role } from '../values/role.ts'
import { exact, printable, requiredText } from '../values/text.ts'
import type * as user from '../values/user.ts'
import type * as answers from './answers.ts'
import { Email } from './email.ts'

/**
 * The form in which passwords are compared (OpaqueString of RFC 8265). Different keyboards can type different characters for the same
 * password.
 */
export const preparedPassword = (password: string) => password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')

export const Password = printable(
  z
    .string()
    .overwrite(preparedPassword)
    .min(LEAST_PASSWORD, `A password has at least ${LEAST_PASSWORD} characters`)
    .max(MOST_PASSWORD, `A password has at most ${MOST_PASSWORD} characters`),
)

/** This password stays exactly as typed, because older hashes were made from the typed text. */
const GivenPassword = exact(MOST_PASSWORD).min(1)
const LinkToken = exact(1000).min(1)

export const personName = requiredText(MAX_TEXT.name)

export const LoginBody = z.object({ email: Email, password: GivenPassword })
export const RegisterBody = z.object({ name: personName, email: Email, password: Password })
export const AddUserBody = RegisterBody.extend({ role: Role.default('customer') })
/** Absent fields stay as they are. */
export const EditUserBody = z
  .object({ name: personName, email: Email, role: Role })
  .partial()
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'Send a name, an email address or a role')
  .meta({ anyOf: ['name', 'email', 'role'].map((name) => ({ required: [name] })) })

export const UserQuery = z.object({ search, sortBy: sortedBy('name', 'email', 'role').optional(), ...paging })
export type UserQuery = z.output<typeof UserQuery>

export const ChangePasswordBody = z.object({ currentPassword: GivenPassword, newPassword: Password })
export type ChangePasswordBody = z.output<typeof ChangePasswordBody>
export const ForgottenBody = z.object({ email: Email })
export const ResetBody = z.object({ token: LinkToken, newPassword: Password })
/**
 * Only a change of the e-mail address needs the password. The account gets the new address when the customer opens the link that the shop
 * mails to this address.
 */
export const EditOwnAccountBody = z
  .object({ name: personName, email: Email, password: GivenPassword })
  .partial()
  .refine(({ name, email }) => name !== undefined || email !== undefined, 'Send a name or an email address')
  .refine(({ email, password }) => email === undefined || password !== undefined, {
    message: 'A change of the email address needs the password',
    path: ['password'],
  })
  .meta({ anyOf: [{ required: ['name'] }, { required: ['email', 'password'] }] })
export const ConfirmEmailBody = z.object({ token: LinkToken })
export const DeleteOwnAccountBody = z.object({ password: GivenPassword })

export type User = z.output<typeof user.User>
export type Session = z.output<typeof answers.Session>
export type OpenSession = z.output<typeof answers.OpenSession>
export type OwnData = z.output<typeof answers.OwnData>
