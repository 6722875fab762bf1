import type { Role } from '../values/role.ts'
import type { User } from './api.ts'
import { shownEmail } from './email.ts'

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
