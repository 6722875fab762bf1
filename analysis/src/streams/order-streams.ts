import type { DuckDBConnection } from '@duckdb/node-api'
import { checkoutStream } from '@shop/language/checkout/events'
import { orderStream } from '@shop/language/order/events'
import { eventsWhere, isIn } from '../as-of/read-stream.ts'
import type { CopyView } from '../copy/copy-view.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { literal } from '../tables/literal.ts'
import { namedBy } from './neighbours.ts'

/**
 * `own`: the streams of the order and its checkout. `events`: the events of these streams, oldest first. `named`: streams that these events
 * name (carts, stock, claims, mails). A named stream may not exist, and may have events about other orders.
 */
export type OrderStreams = Readonly<{
  own: readonly string[]
  events: readonly CopiedEvent[]
  named: readonly string[]
}>

/** Reads at most `most` + 1 events, so that the caller sees whether there are too many. */
export async function orderStreams(
  connection: DuckDBConnection,
  view: CopyView,
  orderId: string,
  most: number,
): Promise<OrderStreams> {
  const own = [checkoutStream(orderId), orderStream(orderId)]
  const events = await eventsWhere(connection, view, `stream ${isIn(own)}`, most)
  const named = new Set(own.flatMap((stream) => namedBy(stream, events)))
  return { own, events, named: [...named].filter((name) => !own.includes(name)) }
}

/** The condition in SQL for events whose data names the order, its checkout, or a hold of the checkout. */
export const isAbout = (orderId: string) =>
  ['orderId', 'checkoutId'].map((field) => `split_part(data->>'$.${field}', '~', 1) = ${literal(orderId)}`).join(' OR ')
