import type { Role, User } from '../api/account.ts'

/** A user as the API answers it: these four fields only (authorisation fields). */
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
  email,
  role,
})
