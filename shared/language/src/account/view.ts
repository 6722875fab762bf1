import type { Role } from '../values/role.ts'
import type { User } from './api.ts'
import { shownEmail } from './email.ts'

/** A user as the API returns it. It has only these four fields (authorisation fields). */
export const userView = ({
  _id,
  name,
  email,
  role,
}: {
  _id: string
  name: string
  email: string
  role: Role
}): User => ({
  _id,
  name,
  email: shownEmail(email),
  role,
})
