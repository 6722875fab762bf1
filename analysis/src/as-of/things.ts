import type { DuckDBConnection } from '@duckdb/node-api'
import {
  type ThingAsOf,
  type ThingAtTwoMoments,
  type ThingKind,
  type ThingMomentsQuery,
  type ThingsAsOf,
  type ThingsQuery,
  thingKinds,
} from '@shop/language/analysis/things'
import { cartStream } from '@shop/language/cart/events'
import { ShopError } from '@shop/language/errors'
import { MAX_LISTED } from '@shop/language/limits'
import { orderStream } from '@shop/language/order/events'
import { productStream } from '@shop/language/product/events'
import { stockStream } from '@shop/language/stock/events'
import { productProjection } from '@shop/projections/read-models/product-projection'
import { stockProjection } from '@shop/projections/read-models/stock-projection'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import type { Copy } from '../copy/open-copy.ts'
import { eventsTable } from '../tables/all-tables.ts'
import { literal } from '../tables/literal.ts'
import { noSuchPage, type Things } from './kind-of-things.ts'
import type { ModelsAsOf } from './models-as-of.ts'
import { priceProjection } from './price-projection.ts'
import { seenAsOf } from './seen.ts'
import { cartKind, orderKind } from './stream-kinds.ts'
import { priceThing, productThing, stockThing } from './thing-views.ts'
import { thingsOfModel } from './things-of-model.ts'
import { thingsOfStreams } from './things-of-streams.ts'
import { atTwoMoments } from './two-moments.ts'

export function createThingsAsOf(copy: Pick<Copy, 'view' | 'reading'>, models: ModelsAsOf) {
  const kinds = kindsOf(copy, models)
  const thingsOf = (kind: string) => {
    const known = thingKinds.find((one) => one === kind)
    if (!known) throw new ShopError('NOT_FOUND', `There is no such kind. The kinds are ${thingKinds.join(', ')}`)
    return kinds[known]
  }
  const notFound = async (view: CopyView, missing: Missing) =>
    new ShopError('NOT_FOUND', await copy.reading((connection) => whyNot(connection, view, missing)))

  return {
    /** Throws NOT_FOUND if the thing did not exist. */
    async find(kind: string, id: string, asOf: number | string | undefined): Promise<ThingAsOf> {
      const things = thingsOf(kind)
      using view = copy.view()
      const seen = await seenAsOf(view, asOf)
      const thing = await things.find(view, seen.event, id)
      if (!thing) throw await notFound(view, { kind, id, event: seen.event })
      return { asOf: seen, thing }
    },
    /** Throws NOT_FOUND if the thing existed at neither moment. The beginning of an id is enough if only one id begins like this. */
    async compare(kind: string, id: string, query: ThingMomentsQuery): Promise<ThingAtTwoMoments> {
      using view = copy.view()
      const things = thingsOf(kind)
      const isFound = ({ from, to }: ThingAtTwoMoments) => from.thing !== null || to.thing !== null
      const found = await atTwoMoments(things, view, id, query)
      if (isFound(found)) return found
      const event = found.to.asOf.event
      const whole = await copy.reading((connection) => wholeId(connection, view, { kind, id, event }))
      const other = whole === undefined ? found : await atTwoMoments(things, view, whole, query)
      if (!isFound(other)) throw await notFound(view, { kind, id: whole ?? id, event })
      return other
    },
    /** Throws NOT_FOUND for an unknown kind, VALIDATION_FAILED for an invalid cursor. */
    async list(kind: string, { asOf, limit = MAX_LISTED, cursor, search }: ThingsQuery): Promise<ThingsAsOf> {
      const things = thingsOf(kind)
      using view = copy.view()
      const before = cursor === undefined ? undefined : placeIn(cursor)
      const seen = await seenAsOf(view, before ? Math.min(before.event, view.event) : asOf)
      const found = await things.list(view, seen.event, {
        limit,
        ...(before && { after: before.after }),
        ...(search !== undefined && { search }),
      })
      return {
        asOf: seen,
        things: found.things,
        ...(found.next !== undefined && { next: `${seen.event}~${found.next}` }),
      }
    },
  }
}

function kindsOf(copy: Pick<Copy, 'reading'>, models: ModelsAsOf): Readonly<Record<ThingKind, Things>> {
  return {
    order: thingsOfStreams(copy, orderKind),
    cart: thingsOfStreams(copy, cartKind, models.cartStarts),
    product: thingsOfModel(copy, { projection: productProjection, model: models.products, thingOf: productThing }),
    stock: thingsOfModel(copy, {
      projection: stockProjection,
      model: models.stock,
      thingOf: stockThing,
      named: models.products,
    }),
    price: thingsOfModel(copy, { projection: priceProjection, model: models.prices, thingOf: priceThing }),
  }
}

type Missing = Readonly<{ kind: string; id: string; event: number }>

/** TABLE: the stream whose name contains the id of a thing, for each kind. */
const streamsOf: Readonly<Record<string, (id: string) => string>> = {
  order: orderStream,
  cart: cartStream,
  product: productStream,
  stock: stockStream,
  price: productStream,
}

/** Throws NOT_FOUND if several ids begin with `id`. */
async function wholeId(connection: DuckDBConnection, view: CopyView, { kind, id, event }: Missing) {
  const streamOf = streamsOf[kind]!
  const read = await connection.runAndReadAll(
    `SELECT DISTINCT stream FROM (${selectTable(eventsTable, view, event)})
     WHERE starts_with(stream, ${literal(streamOf(id))}) LIMIT 2`,
  )
  const found = read.getRows().map(([stream]) => String(stream).slice(streamOf('').length))
  if (found.length > 1) throw new ShopError('NOT_FOUND', `Several ids begin with ${id}. Enter more of the id`)
  return found[0]
}

async function whyNot(connection: DuckDBConnection, view: CopyView, { kind, id, event }: Missing): Promise<string> {
  const never = `There was no such ${kind} as of event ${event}`
  if (kind !== 'order') return never
  const deleted = await connection.runAndReadAll(
    `SELECT max(event) FROM (${selectTable(eventsTable, view, event)})
     WHERE stream = ${literal(orderStream(id))} AND type = 'OrderDeleted'`,
  )
  const by = deleted.value(0, 0)
  return by === null ? never : `This order was deleted by event ${by}. Its stream still has its history`
}

/** A cursor is `<event>~<place>`. All pages show the log as of this event. */
function placeIn(cursor: string) {
  const [, event, after] = /^(\d{1,13})~(.+)$/.exec(cursor) ?? []
  if (after === undefined) throw noSuchPage()
  return { event: Number(event), after }
}
