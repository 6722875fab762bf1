import type { Collection } from './collection.ts'

/** An account's sessions of its present `ver` that have not ended; `_id` is the account's. An erased account has no document. */
export type SessionsDocument = {
  _id: string
  ver: number
  open: readonly Readonly<{ id: string; begunAt: string }>[]
}

export const sessions: Collection<SessionsDocument> = { name: 'sessions@1', searchedBy: [] }
