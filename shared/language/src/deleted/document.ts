import type { Collection } from '../collection.ts'

/**
 * The facts with which admins find a deleted order or product. Each order and product has this document from its first event on, because
 * the event of the deletion lacks these facts.
 */
export type DeletionDocument = {
  /** The kind and the id. */
  _id: string
  kind: 'product' | 'order'
  thingId: string
  /** Empty if not deleted. */
  deletedAt: string
  /** The account that deleted the order or product; null if no account did. */
  deletedBy: string | null
  /** The version of a deleted order, for `If-Match`; null for a product. */
  version: number | null
  /** Null for a product. */
  customerId: string | null
  /** The order as it was placed; null for a product. */
  placed: Readonly<{ at: string; totalCents: number }> | null
  names: readonly string[]
  /** A product's own SKU comes first, and may be empty. */
  skus: readonly string[]
  /** Search tokens of the id, names and SKUs; empty if not deleted. */
  tokens: readonly string[]
}

export const deletions: Collection<DeletionDocument> = {
  name: 'deletions@6',
  changes: {
    number: 6,
    says: 'The version of a deleted order is now its newest version. Before, it was the version of the deletion.',
  },
  changedBy: ['products', 'checkouts', 'own-orders', 'orders', 'cases'],
  searchedBy: ['kind', 'deletedAt', 'customerId'],
  lists: ['tokens'],
}
