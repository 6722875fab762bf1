import { type StockDocument, stock } from '@shop/language/stock/document'
import type { StockEvent } from '@shop/language/stock/events'
import { linesAfter, noPieces } from '@shop/language/stock/lines'
import { type Projection, upsert } from '../projection.ts'

export const stockProjection: Projection<StockDocument> = {
  into: stock,
  failure: 'halt',
  on: {
    StockCounted: (event) => change(event, 1),
    StockAdjusted: (event) => change(event, 1),
    StockReceived: (event) => change(event),
    StockReserved: (event) => change(event),
    ReservationReleased: (event) => change(event),
    StockTaken: (event) => change(event),
    StockReturned: (event) => change(event),
  },
}

const change = (event: StockEvent, counts = 0) =>
  upsert<StockDocument>(event.data.productId, (before) => ({
    _id: event.data.productId,
    lines: linesAfter(before?.lines ?? noPieces, event),
    counts: (before?.counts ?? 0) + counts,
  }))
