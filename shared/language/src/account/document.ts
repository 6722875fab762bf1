import type { Collection } from '../collection.ts'
import type { Role } from '../values/role.ts'

/** An erased user has no document. */
export type UserDocument = {
  _id: string
  name: string
  email: string
  /** A keyed digest of the address, which does not reveal the address. */
  emailKey: string
  /** Whether the user has proven that they read mails to this address. */
  isConfirmed: boolean
  role: Role
  registeredAt: string
  tokens: readonly string[]
}

export const users: Collection<UserDocument> = {
  name: 'users@5',
  changes: {
    number: 5,
    says: 'The fields for the search now contain whole words. Before, they contained the first letters of words.',
  },
  changedBy: ['users', 'me', 'email', 'password'],
  searchedBy: ['name', 'email', 'role', 'registeredAt'],
  lists: ['tokens'],
}
