import { SOLD_DAYS } from '@shop/language/limits'
import { type ProductDocument, products } from '@shop/language/product/document'
import type { ProductDetails } from '@shop/language/product/events'
import { insert, type Projection, update } from '../projection.ts'

export const productProjection: Projection<ProductDocument> = {
  into: products,
  failure: 'park',
  on: {
    ProductListed: ({ data: { productId, details }, metadata, position, version }) =>
      insert<ProductDocument>(productId, {
        ...details,
        _id: productId,
        listedAt: metadata.recordedAt,
        listedPosition: position,
        version,
        sold: 0,
        soldLately: [],
        deleted: false,
      }),
    ProductEdited: ({ data: { productId, changes }, version }) =>
      update(productId, (product) => ({ ...product, ...(changes as Partial<ProductDetails>), version })),
    ProductDeleted: ({ data: { productId }, version }) =>
      update(productId, (product) => ({ ...product, version, deleted: true })),
    ProductRestored: ({ data: { productId }, version }) =>
      update(productId, (product) => ({ ...product, version, deleted: false })),

    OrderPlaced: ({ data }) => data.items.map(({ productId, quantity }) => sold(productId, data.placedAt, quantity)),
    OrderDeleted: ({ data }) => data.lines.map(({ productId, quantity }) => sold(productId, data.placedAt, -quantity)),
    OrderRestored: ({ data }) => data.items.map(({ productId, quantity }) => sold(productId, data.placedAt, quantity)),
  },
}

const sold = (productId: string, placedAt: string, quantity: number) =>
  update<ProductDocument>(productId, (product) => ({
    ...product,
    sold: product.sold + quantity,
    soldLately: soldLately(product.soldLately, placedAt.slice(0, 10), quantity),
  }))

function soldLately(before: ProductDocument['soldLately'], day: string, quantity: number) {
  const known = before.find((other) => other.day === day)
  // Only the newest days are kept, so the day of a deleted order can be missing.
  if (!known && quantity < 0) return before
  return [...before.filter((other) => other !== known), { day, pieces: (known?.pieces ?? 0) + quantity }]
    .filter(({ pieces }) => pieces > 0)
    .sort((one, other) => (one.day < other.day ? 1 : -1))
    .slice(0, SOLD_DAYS)
}
