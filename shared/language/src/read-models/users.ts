import type { Role } from '../api/role.ts'
import type { Collection } from './collection.ts'

/** An erased user has no document. */
export type UserDocument = {
  _id: string
  name: string
  email: string
  role: Role
  registeredAt: string
  tokens: readonly string[]
}

export const users: Collection<UserDocument> = {
  name: 'users@1',
  searchedBy: ['name', 'email', 'role', 'registeredAt'],
  lists: ['tokens'],
}
