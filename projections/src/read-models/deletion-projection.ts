import { type DeletionDocument, deletions } from '@shop/language/deleted/document'
import type { Recorded } from '@shop/language/events/event'
import { searchTokensOf } from '@shop/language/product/tokens'
import { insert, type Projection, update } from '../projection.ts'

export const deletionProjection: Projection<DeletionDocument> = {
  into: deletions,
  failure: 'park',
  on: {
    ProductListed: ({ data: { productId, details } }) =>
      known('product', productId, {
        customerId: null,
        placed: null,
        names: [details.name],
        skus: [details.sku, ...details.lineSkus.map(({ sku }) => sku)],
      }),
    ProductEdited: ({ data: { productId, changes } }) =>
      update<DeletionDocument>(idOf('product', productId), (product) => {
        const { name = product.names[0] ?? '', sku = product.skus[0] ?? '', lineSkus } = changes
        const ofLines = lineSkus?.map((line) => line.sku) ?? product.skus.slice(1)
        return found({ ...product, names: [name], skus: [sku, ...ofLines] })
      }),
    ProductDeleted: (event) => deleted('product', event.data.productId, event),
    ProductRestored: ({ data }) => restored('product', data.productId),
    OrderPlaced: ({ data: { orderId, customerId, items, placedAt: at, totalCents } }) => {
      const names = items.map(({ name }) => name)
      const skus = items.map(({ sku }) => sku)
      return known('order', orderId, { customerId, placed: { at, totalCents }, names, skus })
    },
    OrderDeleted: (event) => deleted('order', event.data.orderId, event),
    OrderRestored: ({ data }) => restored('order', data.orderId),
    OrderRefundRequested: newVersion,
    OrderRefundRefused: newVersion,
    OrderRefundFailed: newVersion,
    RefundNoted: newVersion,
  },
}

type Kind = DeletionDocument['kind']
type Facts = Pick<DeletionDocument, 'customerId' | 'placed' | 'names' | 'skus'>

/** A search of this read model finds only deleted orders and products, because only their documents have `tokens`. */
const NOT_DELETED = { deletedAt: '', deletedBy: null, version: null, tokens: [] }

const known = (kind: Kind, thingId: string, facts: Facts) =>
  insert<DeletionDocument>(idOf(kind, thingId), {
    _id: idOf(kind, thingId),
    kind,
    thingId,
    ...NOT_DELETED,
    ...facts,
  })

const deleted = (kind: Kind, thingId: string, { metadata, version: number }: Pick<Recorded, 'metadata' | 'version'>) =>
  update<DeletionDocument>(idOf(kind, thingId), (one) => {
    const version = kind === 'order' ? number : null
    return found({ ...one, deletedAt: metadata.recordedAt, deletedBy: metadata.actor.id ?? null, version })
  })

/** These events can follow a deletion. They make a new version of the order. */
function newVersion({ data, version }: Recorded & Readonly<{ data: Readonly<{ orderId: string }> }>) {
  return update<DeletionDocument>(idOf('order', data.orderId), (one) =>
    one.deletedAt === '' ? one : { ...one, version },
  )
}

const restored = (kind: Kind, thingId: string) =>
  update<DeletionDocument>(idOf(kind, thingId), (one) => ({ ...one, ...NOT_DELETED }))

const found = (one: DeletionDocument): DeletionDocument =>
  one.deletedAt === '' ? one : { ...one, tokens: searchTokensOf([one.thingId, ...one.names, ...one.skus].join(' ')) }

const idOf = (kind: Kind, thingId: string) => `${kind} ${thingId}`
