import type { Collection } from '../collection.ts'

/** The notes of an erased customer are removed. */
export type NoteDocument = {
  _id: string
  customerId: string
  /** Null for a note on the customer. */
  orderId: string | null
  authorId: string
  text: string
  at: string
}

export const notes: Collection<NoteDocument> = {
  name: 'notes@1',
  changedBy: ['orders', 'users', 'me'],
  searchedBy: ['customerId', 'at'],
  lists: [],
}
