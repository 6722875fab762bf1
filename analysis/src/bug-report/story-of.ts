import type { DuckDBConnection } from '@duckdb/node-api'
import { eventsWhere, isIn } from '../as-of/read-stream.ts'
import type { CopyView } from '../copy/copy-view.ts'
import { isAbout, orderStreams } from '../streams/order-streams.ts'
import { literal } from '../tables/literal.ts'

/** Returns at most `most` + 1 events, oldest first, so that the caller sees whether there are too many. */
export const streamStory = (connection: DuckDBConnection, view: CopyView, stream: string, most: number) =>
  eventsWhere(connection, view, `stream = ${literal(stream)}`, most)

/**
 * The events that a test of an order needs, in the log's order:
 * - all events of the order and its checkout;
 * - from the streams of the products, stocks, carts and claims that the above events name: the events about the order, and all
 *   `ProductListed` and `StockCounted`.
 */
export async function orderStory(connection: DuckDBConnection, view: CopyView, orderId: string, most: number) {
  const { own, events, named } = await orderStreams(connection, view, orderId, most)
  if (events.length === 0 || events.length > most) return events
  const listed = `stream LIKE 'product-%' AND type = 'ProductListed' OR stream LIKE 'stock-%' AND type = 'StockCounted'`
  const related = `stream ${isIn(named)} AND (${isAbout(orderId)} OR ${listed})`
  return eventsWhere(connection, view, `stream ${isIn(own)} OR ${related}`, most)
}
