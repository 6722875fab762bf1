import type { Collection } from './collection.ts'

/**
 * What an order or a product is found by once it is deleted. Each has a document from its first event on, since that of its deletion does not say what it
 * was. Nothing here is personal.
 */
export type DeletionDocument = {
  /** The kind and the id. */
  _id: string
  kind: 'product' | 'order'
  thingId: string
  /** Empty while it is there. */
  deletedAt: string
  /** The account that deleted it; null if it was none. */
  deletedBy: string | null
  /** Of an order: that of its deletion, for `If-Match`; null for a product. */
  version: number | null
  /** Whose order it is; null for a product. */
  customerId: string | null
  /** An order as it was placed; null for a product, which keeps its own document. */
  placed: Readonly<{ at: string; totalCents: number }> | null
  /** Of its pieces, if it is an order. */
  names: readonly string[]
  /** A product's own first, which may be empty. */
  skus: readonly string[]
  /** Of its id, names and SKUs; none while it is there. */
  tokens: readonly string[]
}

export const deletions: Collection<DeletionDocument> = {
  name: 'deletions@4',
  searchedBy: ['kind', 'deletedAt', 'customerId'],
  lists: ['tokens'],
}
