import type { Evidence, EvidenceQuery } from '@shop/language/analysis/evidence'
import { orderStream } from '@shop/language/order/events'
import type { ProductDocument } from '@shop/language/product/document'
import type { ModelAsOf } from '../as-of/models-as-of.ts'
import { copiedEventOf } from '../as-of/projected-events.ts'
import { existingStreams } from '../as-of/read-stream.ts'
import { seenAsOf } from '../as-of/seen.ts'
import { selectTable } from '../copy/copy-view.ts'
import type { Copy } from '../copy/open-copy.ts'
import { eventsTable } from '../tables/all-tables.ts'
import { evidenceRow } from './evidence-row.ts'

/** Lists events by their numbers, with the names and the orders that there were at the moment `asOf`. */
export function createEvidence(copy: Pick<Copy, 'view' | 'reading'>, products: ModelAsOf<ProductDocument>) {
  return async ({ events, asOf }: EvidenceQuery): Promise<Evidence> => {
    using view = copy.view()
    const seen = await seenAsOf(view, asOf)
    const [first, last] = [Math.min(...events), Math.min(seen.event, Math.max(...events))]
    const named = await products(view, seen.event)
    const rows = await copy.reading(async (connection) => {
      const read = await connection.runAndReadAll(
        `SELECT * FROM (${selectTable(eventsTable, view, last, first)}) WHERE event IN (${events.join(', ')}) ORDER BY event`,
      )
      const found = read.getRowObjects().map((row) => evidenceRow(copiedEventOf(row), (id) => named.get(id)?.name))
      const streams = new Set(found.flatMap(({ order }) => (order ? [orderStream(order)] : [])))
      const placed = await existingStreams(connection, view, [...streams], seen.event)
      const isPlaced = new Set(placed.map(({ stream }) => stream))
      return found.map(({ order, ...row }) =>
        order === undefined || isPlaced.has(orderStream(order))
          ? { ...row, ...(order && { order }) }
          : { ...row, checkout: order },
      )
    })
    return { asOf: seen, rows }
  }
}
