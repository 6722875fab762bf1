import type { DuckDBConnection } from '@duckdb/node-api'
import { cartStream } from '@shop/language/cart/events'
import { eventsWhere } from '../as-of/read-stream.ts'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { eventsTable } from '../tables/all-tables.ts'
import { literal } from '../tables/literal.ts'
import { isAbout } from './order-streams.ts'

/** The most merges of guests' carts that are read for one order. */
const MOST_MERGED = 20

/**
 * Conditions in SQL for the events of carts that led to an order:
 * - in the customer's cart: the events from the previous purchase until this purchase left the cart;
 * - in guests' carts: the handovers that the customer's cart received meanwhile.
 *
 * `events`: the events of the order's checkout.
 */
export async function cartOfOrder(
  connection: DuckDBConnection,
  view: CopyView,
  orderId: string,
  events: readonly CopiedEvent[],
): Promise<readonly string[]> {
  const started = events.find(({ type }) => type === 'CheckoutStarted')
  const { customerId } = (started?.data ?? {}) as { customerId?: string }
  if (!started || !customerId) return []
  const stream = cartStream(customerId)
  const about = `(${isAbout(orderId)})`
  const [before, left] = await numbersIn(connection, view, stream, [
    `max(event) FILTER (WHERE type = 'PurchaseLeftCart' AND ${about} IS NOT TRUE AND event < ${started.event})`,
    `max(event) FILTER (WHERE type IN ('CheckoutOpened', 'PurchaseLeftCart') AND ${about})`,
  ])
  const own = inRange(stream, before, left ?? started.event)
  const merged = await eventsWhere(connection, view, `${own} AND type = 'GuestCartMerged'`, MOST_MERGED)
  const guests: string[] = []
  for (const { data } of merged) guests.push(await handedOver(connection, view, data as Merged))
  return [own, ...guests]
}

type Merged = Readonly<{ guestId: string; handover: number }>

/** The events of a guest's cart that belong to one handover. An old handover has the number 0, and gets all events of the cart. */
async function handedOver(connection: DuckDBConnection, view: CopyView, { guestId, handover }: Merged) {
  const stream = cartStream(guestId)
  if (handover === 0) return `stream = ${literal(stream)}`
  const number = `CAST(data->>'$.handover' AS BIGINT)`
  const [before, end] = await numbersIn(connection, view, stream, [
    `max(event) FILTER (WHERE ${number} < ${handover})`,
    `max(event) FILTER (WHERE ${number} = ${handover})`,
  ])
  return inRange(stream, before, end ?? view.event)
}

const inRange = (stream: string, after: number | undefined, upTo: number) =>
  `stream = ${literal(stream)} AND event > ${after ?? 0} AND event <= ${upTo}`

async function numbersIn(connection: DuckDBConnection, view: CopyView, stream: string, wanted: readonly string[]) {
  const read = await connection.runAndReadAll(
    `SELECT ${wanted.join(', ')} FROM (${selectTable(eventsTable, view)}) WHERE stream = ${literal(stream)}`,
  )
  return read.getRows()[0]!.map((number) => (number === null ? undefined : Number(number)))
}
