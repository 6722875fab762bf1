import type { Collection } from '../collection.ts'

/** An admin's note on a customer or on one of their orders. An erased customer has no documents. */
export type NoteDocument = {
  _id: string
  customerId: string
  /** The order that the note is on; null for a note on the customer. */
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
