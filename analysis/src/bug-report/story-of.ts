import type { DuckDBConnection } from '@duckdb/node-api'
import { checkoutStream } from '@shop/language/checkout/events'
import { orderStream } from '@shop/language/order/events'
import { copiedEventOf } from '../as-of/projected-events.ts'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { namedBy } from '../streams/neighbours.ts'
import { eventsTable } from '../tables/all-tables.ts'
import { literal } from '../tables/literal.ts'

/** The events of one stream, oldest first: at most `most` + 1 events, so that the caller sees whether there are too many. */
export const streamStory = (connection: DuckDBConnection, view: CopyView, stream: string, most: number) =>
  eventsWhere(connection, view, `stream = ${literal(stream)}`, most)

/**
 * All events about an order, in the log's sequence:
 * - the stream of the order and the stream of its checkout;
 * - from the other streams that these two streams name (carts, stock, claims): events about the order, and events that list a product or
 *   count its stock.
 */
export async function orderStory(connection: DuckDBConnection, view: CopyView, orderId: string, most: number) {
  const own = [checkoutStream(orderId), orderStream(orderId)]
  const first = await eventsWhere(connection, view, `stream IN (${own.map(literal).join(', ')})`, most)
  if (first.length === 0 || first.length > most) return first
  const named = [...new Set(own.flatMap((stream) => namedBy(stream, first)))].filter((name) => !own.includes(name))
  const ofIt = ['orderId', 'checkoutId'].map((field) => `split_part(data->>'$.${field}', '~', 1) = ${literal(orderId)}`)
  const listed = `stream LIKE 'product-%' AND type = 'ProductListed' OR stream LIKE 'stock-%' AND type = 'StockCounted'`
  const besides =
    named.length === 0
      ? 'false'
      : `stream IN (${named.map(literal).join(', ')}) AND (${ofIt.join(' OR ')} OR ${listed})`
  return eventsWhere(connection, view, `stream IN (${own.map(literal).join(', ')}) OR ${besides}`, most)
}

async function eventsWhere(
  connection: DuckDBConnection,
  view: CopyView,
  condition: string,
  most: number,
): Promise<readonly CopiedEvent[]> {
  const read = await connection.runAndReadAll(
    `SELECT * FROM (${selectTable(eventsTable, view)}) WHERE ${condition} ORDER BY event LIMIT ${most + 1}`,
  )
  return read.getRowObjects().map(copiedEventOf)
}
