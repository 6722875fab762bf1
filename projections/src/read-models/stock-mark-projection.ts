import type { Recorded } from '@shop/language/events/event'
import { type StockEvent, stockEvents } from '@shop/language/stock/events'
import { linesAfter, noPieces } from '@shop/language/stock/lines'
import { markOf, type StockMark, stockMarks } from '@shop/language/stock/marks-document'
import { type DocumentChange, onEach, type Projection, upsert } from '../projection.ts'

export const stockMarkProjection: Projection<StockMark> = {
  into: stockMarks,
  failure: 'halt',
  on: onEach(stockEvents, marked),
}

function marked(event: Recorded<StockEvent>): readonly DocumentChange<StockMark>[] {
  const { productId } = event.data
  const { version } = event
  const mark = markOf(productId, version)
  return [
    // The first of every 100 events creates a mark. Later events do not change this mark.
    {
      id: mark,
      become: (before, now) => before ?? { _id: mark, lines: now(productId)?.lines ?? noPieces, version: version - 1 },
    },
    upsert<StockMark>(productId, (before) => ({
      _id: productId,
      lines: linesAfter(before?.lines ?? noPieces, event),
      version,
    })),
  ]
}
