import type { Collection } from '../collection.ts'

/** `_id` is the account's id. Sessions of a lower `ver` have ended. An erased account has no document. */
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
