import type { DuckDBConnection } from '@duckdb/node-api'
import type { Thing } from '@shop/language/api/things'
import { accountStream } from '@shop/language/events/account-events'
import { cartStream } from '@shop/language/events/cart-events'
import { orderStream } from '@shop/language/events/order-events'
import type { CartDocument } from '@shop/language/read-models/carts'
import type { Document } from '@shop/language/read-models/collection'
import type { OrderDocument } from '@shop/language/read-models/orders'
import { fold, plan } from '@shop/projections/fold'
import { anyProjection, type Projection } from '@shop/projections/projection'
import { cartProjection } from '@shop/projections/read-models/cart-projection'
import { orderProjection } from '@shop/projections/read-models/order-projection'
import { createWorkingSet } from '@shop/projections/working-set'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import type { Copy } from '../copy/open-copy.ts'
import { eventsTable } from '../tables/all-tables.ts'
import { literal } from '../tables/literal.ts'
import { noSuchPage, type Things } from './kind-of-things.ts'
import { streamEvents } from './stream-events.ts'
import { cartThing, orderThing } from './thing-views.ts'

type Kind<D extends Document> = Readonly<{
  projection: Projection<D>
  streamOf: (id: string) => string
  /** Streams besides its own that say something of it. */
  besides: (id: string) => readonly string[]
  thingOf: (document: D) => Thing
  /** In a list, by its streams' events of these types: the newest first, by its first or last of them. */
  listed: Readonly<{ where: string; by: 'min' | 'max'; endedBy: readonly string[] }>
  /** Whether a list leaves it out. */
  isNothing: (document: D) => boolean
}>

const wasPlaced = ['OrderPlaced', 'OrderDeleted', 'OrderRestored']

export const orderKind: Kind<OrderDocument> = {
  projection: orderProjection,
  streamOf: orderStream,
  besides: () => [],
  thingOf: orderThing,
  listed: { where: `type IN (${wasPlaced.map(literal).join(', ')})`, by: 'min', endedBy: ['OrderDeleted'] },
  isNothing: () => false,
}

/** Which pieces a checkout holds of it is said by streams of stock, and not shown. */
export const cartKind: Kind<CartDocument> = {
  projection: cartProjection,
  streamOf: cartStream,
  besides: (owner) => [accountStream(owner)],
  thingOf: cartThing,
  listed: {
    where: `kind = ${literal(cartStream('').slice(0, -1))}`,
    by: 'max',
    endedBy: ['GuestCartHandedOver', 'GuestCartClosed', 'GuestCartExpired'],
  },
  isNothing: ({ items }) => items.length === 0,
}

/** Things that are too many for snapshots: each is folded from its own streams. */
export function thingsOfStreams<D extends Document>(copy: Pick<Copy, 'reading'>, kind: Kind<D>): Things {
  const projection = anyProjection(kind.projection)

  async function documentsOf(view: CopyView, event: number, ids: readonly string[]) {
    const streams = ids.flatMap((id) => [kind.streamOf(id), ...kind.besides(id)])
    const documents = createWorkingSet()
    const events = await copy.reading((connection) => streamEvents(connection, view, streams, event))
    fold(projection, documents, plan(projection, events))
    return (id: string) => documents.get(id) as unknown as D | undefined
  }

  return {
    async find(view, event, id) {
      const document = (await documentsOf(view, event, [id]))(id)
      return document && kind.thingOf(document)
    },
    async list(view, event, { limit, after }) {
      const listed = await copy.reading((connection) => newest(connection, view, event, kind, limit + 1, after))
      const page = listed.slice(0, limit)
      const documentOf =
        page.length > 0
          ? await documentsOf(
              view,
              event,
              page.map(({ id }) => id),
            )
          : () => undefined
      const documents = page.map(({ id }) => documentOf(id)).filter((one) => one !== undefined && !kind.isNothing(one))
      return {
        things: documents.map((document) => kind.thingOf(document!)),
        ...(listed.length > limit && { next: String(page.at(-1)!.place) }),
      }
    },
  }
}

async function newest<D extends Document>(
  connection: DuckDBConnection,
  view: CopyView,
  event: number,
  { listed: { where, by, endedBy }, streamOf }: Kind<D>,
  limit: number,
  after = String(Number.MAX_SAFE_INTEGER),
) {
  if (!/^\d{1,16}$/.test(after)) throw noSuchPage()
  const read = await connection.runAndReadAll(
    `SELECT stream, ${by}(event) AS place FROM (${selectTable(eventsTable, view, event)}) WHERE ${where}
     GROUP BY stream HAVING arg_max(type, event) NOT IN (${endedBy.map(literal).join(', ')}) AND place < $after
     ORDER BY place DESC LIMIT ${limit}`,
    { after: Number(after) },
  )
  const prefix = streamOf('').length
  return read.getRowObjects().map(({ stream, place }) => ({ id: String(stream).slice(prefix), place: Number(place) }))
}
