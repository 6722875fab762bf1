import type { Collection } from './collection.ts'

/** A note of admins on a customer or on one of their orders. Those on an erased customer have no document. */
export type NoteDocument = {
  _id: string
  customerId: string
  /** The order that it is on; null for one on the customer. */
  orderId: string | null
  authorId: string
  text: string
  at: string
}

export const notes: Collection<NoteDocument> = { name: 'notes@1', searchedBy: ['customerId', 'at'], lists: [] }
