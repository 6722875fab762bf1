import type { Collection } from '../collection.ts'

/**
 * An account's open sessions. `_id` is the account's id. `ver` is the account's current token version; sessions of earlier versions have
 * ended. An erased account has no document.
 */
export type SessionsDocument = {
  _id: string
  ver: number
  open: readonly Readonly<{ id: string; begunAt: string }>[]
}

export const sessions: Collection<SessionsDocument> = {
  name: 'sessions@1',
  changedBy: ['users', 'me', 'password'],
  searchedBy: [],
}
