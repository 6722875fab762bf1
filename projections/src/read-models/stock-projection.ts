import { type StockDocument, stock } from '@shop/language/stock/document'
import { type StockEvent, stockEvents } from '@shop/language/stock/events'
import { linesAfter, noPieces } from '@shop/language/stock/lines'
import { onEach, type Projection, upsert } from '../projection.ts'

export const stockProjection: Projection<StockDocument> = {
  into: stock,
  failure: 'halt',
  on: {
    ...onEach(stockEvents, (event: StockEvent) => change(event)),
    StockCounted: (event) => change(event, 1),
    StockAdjusted: (event) => change(event, 1),
  },
}

const change = (event: StockEvent, counts = 0) =>
  upsert<StockDocument>(event.data.productId, (before) => ({
    _id: event.data.productId,
    lines: linesAfter(before?.lines ?? noPieces, event),
    counts: (before?.counts ?? 0) + counts,
  }))
