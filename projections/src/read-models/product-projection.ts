import type { ProductDetails } from '@shop/shared/events/product-events'
import { type ProductDocument, products } from '@shop/shared/read-models/products'
import { type Projection, update, upsert } from '../projection.ts'

export const productProjection: Projection<ProductDocument> = {
  into: products,
  failure: 'park',
  on: {
    // Listed once more is restored: it comes back to its place and with what it has sold meanwhile.
    ProductListed: ({ data: { productId, details }, metadata, position, version }) =>
      upsert<ProductDocument>(productId, (before) => ({
        listedAt: metadata.recordedAt,
        listedPosition: position,
        sold: 0,
        ...before,
        ...details,
        _id: productId,
        version,
        deleted: false,
      })),
    ProductEdited: ({ data: { productId, changes }, version }) =>
      update(productId, (product) => ({ ...product, ...(changes as Partial<ProductDetails>), version })),
    ProductDeleted: ({ data: { productId }, version }) =>
      update(productId, (product) => ({ ...product, version, deleted: true })),

    OrderPlaced: ({ data }) => data.items.map(({ productId, quantity }) => sold(productId, quantity)),
    OrderDeleted: ({ data }) => data.lines.map(({ productId, quantity }) => sold(productId, -quantity)),
  },
}

const sold = (productId: string, quantity: number) =>
  update<ProductDocument>(productId, (product) => ({ ...product, sold: product.sold + quantity }))
