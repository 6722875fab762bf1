import { type StockDocument, stock } from '@shop/language/read-models/stock'
import { type Projection, upsert } from '../projection.ts'

export const stockProjection: Projection<StockDocument> = {
  into: stock,
  failure: 'halt',
  on: {
    // A count is of what is available: reserved pieces are added.
    StockCounted: ({ data }) =>
      change(data.productId, (before) => ({ onHand: data.available + before.reserved, counts: before.counts + 1 })),
    StockAdjusted: ({ data }) =>
      change(data.productId, (before) => ({ onHand: before.onHand + data.difference, counts: before.counts + 1 })),
    StockReserved: ({ data }) => change(data.productId, (before) => ({ reserved: before.reserved + data.quantity })),
    ReservationReleased: ({ data }) =>
      change(data.productId, (before) => ({ reserved: before.reserved - data.quantity })),
    StockTaken: ({ data }) =>
      change(data.productId, (before) => ({
        onHand: before.onHand - data.quantity,
        reserved: before.reserved - data.quantity,
      })),
    StockReturned: ({ data }) => change(data.productId, (before) => ({ onHand: before.onHand + data.quantity })),
  },
}

type Counts = Pick<StockDocument, 'onHand' | 'reserved' | 'counts'>

const change = (productId: string, become: (before: Counts) => Partial<Counts>) =>
  upsert<StockDocument>(productId, (before = { _id: productId, onHand: 0, reserved: 0, available: 0, counts: 0 }) => {
    const after = { ...before, ...become(before) }
    return { ...after, available: after.onHand - after.reserved }
  })
