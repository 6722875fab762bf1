import type { ProductDetails } from '@shop/language/events/product-events'
import { type ProductDocument, products } from '@shop/language/read-models/products'
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
        deleted: false,
      }),
    ProductEdited: ({ data: { productId, changes }, version }) =>
      update(productId, (product) => ({ ...product, ...(changes as Partial<ProductDetails>), version })),
    ProductDeleted: ({ data: { productId }, version }) =>
      update(productId, (product) => ({ ...product, version, deleted: true })),
    // With its old position, and its sales since.
    ProductRestored: ({ data: { productId }, version }) =>
      update(productId, (product) => ({ ...product, version, deleted: false })),

    OrderPlaced: ({ data }) => data.items.map(({ productId, quantity }) => sold(productId, quantity)),
    OrderDeleted: ({ data }) => data.lines.map(({ productId, quantity }) => sold(productId, -quantity)),
    OrderRestored: ({ data }) => data.items.map(({ productId, quantity }) => sold(productId, quantity)),
  },
}

const sold = (productId: string, quantity: number) =>
  update<ProductDocument>(productId, (product) => ({ ...product, sold: product.sold + quantity }))
