import type { DuckDBConnection } from '@duckdb/node-api'
import type { LifeEvent, OrderLife } from '@shop/language/analysis/streams'
import { signalsOf } from '@shop/language/checkout/signal-events'
import { ShopError } from '@shop/language/errors'
import { claimStream } from '@shop/language/events/claim-events'
import { mailsStream } from '@shop/language/mail/events'
import { eventsWhere, isIn } from '../as-of/read-stream.ts'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import type { Copy } from '../copy/open-copy.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { tableOf } from '../tables/all-tables.ts'
import { literal } from '../tables/literal.ts'
import type { MailIdsOf } from './mail-ids.ts'
import { namedBy } from './neighbours.ts'
import { cartOfOrder } from './order-cart.ts'
import { isAbout, type OrderStreams, orderStreams } from './order-streams.ts'
import { changesOfFields, changesShown, isShown } from './stream-changes.ts'
import { MOST_EARLIER } from './streams.ts'

const MOST_EVENTS = 500
/** Prefixes of a payment's streams. All events of such a stream are about the order that names the payment. */
const ofPayment = [claimStream('capture', ''), claimStream('provider-order', ''), signalsOf('')]

export function createOrderLives(copy: Pick<Copy, 'view' | 'reading'>, mailIdsOf: MailIdsOf, most = MOST_EVENTS) {
  /** Throws NOT_FOUND if the copy has neither an order nor a checkout of this id. */
  return async (orderId: string): Promise<OrderLife> => {
    using view = copy.view()
    const streams = await copy.reading((connection) => orderStreams(connection, view, orderId, most))
    if (streams.events.length === 0) throw new ShopError('NOT_FOUND', 'There is no such order in the copy of the log')
    const mailIds = await mailIdsOf(streams.own)
    const found = await copy.reading((connection) => lifeOf(connection, view, { orderId, streams, mailIds, most }))
    const events = await withChanges(copy, view, found.slice(0, most))
    return { order: orderId, events, more: found.length > most }
  }
}

type Wanted = Readonly<{ orderId: string; streams: OrderStreams; mailIds: readonly string[]; most: number }>

async function lifeOf(connection: DuckDBConnection, view: CopyView, { orderId, streams, mailIds, most }: Wanted) {
  const { own, events, named } = streams
  const cases = await rowsAbout(connection, view, 'CaseOpened', orderId)
  const caseStreams = [...new Set(cases.map(({ stream }) => stream))]
  const caseEvents = await eventsWhere(connection, view, `stream ${isIn(caseStreams)}`, most)
  const payments = [...named, ...namedBy('', caseEvents)].filter((name) => startsWith(name, ofPayment))
  const holds = await rowsAbout(connection, view, 'HoldCounted', orderId)
  const conditions = [
    `stream ${isIn([...own, ...caseStreams, ...payments])}`,
    `stream ${isIn(named)} AND (${isAbout(orderId)})`,
    `stream ${isIn(named.filter((name) => startsWith(name, [mailsStream('')])))} AND (data->>'$.mailId') ${isIn(mailIds)}`,
    `event IN (${holds.map(({ event }) => event).join(', ') || 'NULL'})`,
    ...(await cartOfOrder(connection, view, orderId, events)),
  ]
  return eventsWhere(connection, view, conditions.map((one) => `(${one})`).join(' OR '), most)
}

const startsWith = (name: string, prefixes: readonly string[]) => prefixes.some((prefix) => name.startsWith(prefix))

async function rowsAbout(connection: DuckDBConnection, view: CopyView, type: string, orderId: string) {
  const table = tableOf(type)!
  const names = table.columns.flatMap(({ name }) => (name === 'orderId' || name === 'checkoutId' ? [name] : []))
  const about = names.map((name) => `split_part(${name}, '~', 1) = ${literal(orderId)}`).join(' OR ')
  const read = await connection.runAndReadAll(
    `SELECT event, stream FROM (${selectTable(table, view)}) WHERE ${about} ORDER BY event`,
  )
  return read.getRowObjects().map(({ event, stream }) => ({ event: Number(event), stream: String(stream) }))
}

async function withChanges(
  { reading }: Pick<Copy, 'reading'>,
  view: CopyView,
  events: readonly CopiedEvent[],
): Promise<LifeEvent[]> {
  const streams = [...Map.groupBy(events, ({ stream }) => stream)]
  const whole = streams.filter(([stream, own]) => isShown(stream) && own.at(-1)!.version <= MOST_EARLIER)
  const read = await reading((connection) => eventsUpTo(connection, view, whole))
  const changed = new Map<number, Pick<LifeEvent, 'changes' | 'by'>>()
  for (const [stream, own] of streams) {
    const all = read.get(stream)
    const first = own[0]!.version
    const earlier = all?.filter(({ version }) => version < first) ?? []
    const page = all?.filter(({ version }) => version >= first) ?? own
    const changes = all ? changesShown(stream, { earlier, page }) : changesOfFields({ earlier, page })
    for (const [index, { event }] of page.entries())
      changed.set(event, { by: all ? 'projection' : 'data', changes: changes[index] ?? [] })
  }
  return events.map((event) => ({ ...event, ...changed.get(event.event)! }))
}

async function eventsUpTo(
  connection: DuckDBConnection,
  view: CopyView,
  streams: readonly (readonly [stream: string, events: readonly CopiedEvent[]])[],
) {
  const ranges = streams.map(([stream, own]) => `stream = ${literal(stream)} AND version <= ${own.at(-1)!.version}`)
  const most = streams.length * (MOST_EARLIER + 1)
  const read = ranges.length > 0 ? await eventsWhere(connection, view, ranges.join(' OR '), most) : []
  return Map.groupBy(read, ({ stream }) => stream)
}
