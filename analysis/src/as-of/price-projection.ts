import type { Collection } from '@shop/language/collection'
import { insert, type Projection, update } from '@shop/projections/projection'

/** All prices of a product, oldest first. */
export type PriceDocument = {
  _id: string
  name: string
  deleted: boolean
  changes: readonly Readonly<{ event: number; at: string; priceCents: number }>[]
}

const prices: Collection<PriceDocument> = { name: 'prices@2', searchedBy: [] }

const isDeleted = (productId: string, deleted: boolean) =>
  update<PriceDocument>(productId, (price) => ({ ...price, deleted }))

export const priceProjection: Projection<PriceDocument> = {
  into: prices,
  failure: 'park',
  on: {
    ProductListed: ({ data: { productId, details }, position, metadata }) =>
      insert<PriceDocument>(productId, {
        _id: productId,
        name: details.name,
        deleted: false,
        changes: [{ event: Number(position), at: metadata.recordedAt, priceCents: details.priceCents }],
      }),
    ProductEdited: ({ data: { productId, changes }, position, metadata }) =>
      update<PriceDocument>(productId, (price) => ({
        ...price,
        name: changes.name ?? price.name,
        changes:
          changes.priceCents === undefined
            ? price.changes
            : [...price.changes, { event: Number(position), at: metadata.recordedAt, priceCents: changes.priceCents }],
      })),
    ProductDeleted: ({ data: { productId } }) => isDeleted(productId, true),
    ProductRestored: ({ data: { productId } }) => isDeleted(productId, false),
  },
}
