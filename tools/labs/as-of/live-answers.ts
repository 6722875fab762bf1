import { priceProjection } from '@shop/analysis/as-of/price-projection'
import { cartThing, orderThing, priceThing, productThing, stockThing } from '@shop/analysis/as-of/thing-views'
import type { Pseudonym } from '@shop/analysis/pseudonyms/pseudonyms'
import type { Thing } from '@shop/language/api/things'
import { cartStream } from '@shop/language/events/cart-events'
import { type Recorded, START } from '@shop/language/events/event'
import { orderStream } from '@shop/language/events/order-events'
import { carts } from '@shop/language/read-models/carts'
import type { Collection, Document } from '@shop/language/read-models/collection'
import { dashboard } from '@shop/language/read-models/dashboard'
import { orders } from '@shop/language/read-models/orders'
import { products } from '@shop/language/read-models/products'
import { stock } from '@shop/language/read-models/stock'
import { booksAsked, booksView, daysAsked } from '@shop/language/views/books-view'
import { projections } from '@shop/projections/all'
import { apply } from '@shop/projections/fold'
import { moveOver } from '@shop/projections/move-over'
import { anyProjection, changesOf } from '@shop/projections/projection'
import { newProjectionState } from '@shop/projections/projection-state'
import { createWorkingSet } from '@shop/projections/working-set'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { withPseudonyms } from '../../../analysis/test-support/with-pseudonyms.ts'

/** Things of a list's first page, and of those as many that are asked for one by one. */
export const [LISTED, FOUND] = [100, 5]

/** What was shown after an event: JSON by what was asked, `books`, `list <kind>` or `find <kind> <id>`. */
export type Live = Readonly<{ event: number; moment: string; answers: ReadonlyMap<string, string> }>

/** The events of a log in batches that end with every `every`th of them, and with the last. */
async function* steps(log: EventReader, every: number) {
  let events: Recorded[] = []
  for await (const batch of log.follow(START, new AbortController().signal)) {
    for (const event of batch.events) {
      events.push(event)
      if (events.length < every) continue
      yield events
      events = []
    }
    if (batch.caughtUp) break
  }
  if (events.length > 0) yield events
}

/** Lets the shop's own projections follow a log, and says what they show after every `every`th event, without personal fields. */
export async function* liveAnswers(log: EventReader, every: number, pseudonym: Pseudonym): AsyncGenerator<Live> {
  const shown = openSqliteReadStore(':memory:')
  const states = projections.map((one) => ({ ...newProjectionState(one), checkpoint: { position: START } }))
  const prices = createWorkingSet()
  const newest = new Map<string, number>()
  let [event, momentMs] = [0, 0]
  try {
    for await (const events of steps(log, every)) {
      await moveOver({ events, upTo: events.at(-1)!.position, caughtUp: false }, states, shown, new Date())
      for (const one of events) {
        event += 1
        momentMs = Math.max(momentMs, Date.parse(one.metadata.recordedAt))
        noteNewest(newest, one, event)
        apply(prices, changesOf(anyProjection(priceProjection), { ...one, position: String(event) } as Recorded))
      }
      const moment = new Date(momentMs).toISOString()
      const things = await thingsIn(shown, prices, newest)
      const days = daysAsked({}, new Date(momentMs))
      const books = booksView(await shown.getMany(dashboard, booksAsked(days)), days)
      yield { event, moment, answers: answersOf(books, things, pseudonym) }
    }
  } finally {
    await shown.close()
  }
}

/** Where a thing stands in a list: an order by the event that placed it, a cart by the last of its own. */
function noteNewest(newest: Map<string, number>, { stream }: Recorded, event: number) {
  if (stream.startsWith(cartStream('')) || (stream.startsWith(orderStream('')) && !newest.has(stream)))
    newest.set(stream, event)
}

type Listed = readonly Thing[]

async function thingsIn(
  shown: ReadStore,
  prices: ReturnType<typeof createWorkingSet>,
  newest: ReadonlyMap<string, number>,
): Promise<readonly Listed[]> {
  const newestFirst = <D extends Document>(documents: readonly D[], streamOf: (id: string) => string) =>
    documents.toSorted((one, other) => newest.get(streamOf(other._id))! - newest.get(streamOf(one._id))!)
  const filled = (await allOf(shown, carts)).filter(({ items }) => items.length > 0)
  const known = [...prices.documents()].flatMap(([, document]) => document ?? [])
  return [
    newestFirst(await allOf(shown, orders), orderStream)
      .slice(0, LISTED)
      .map(orderThing),
    newestFirst(filled, cartStream).slice(0, LISTED).map(cartThing),
    (await allOf(shown, products)).map(productThing),
    (await allOf(shown, stock)).map(stockThing),
    known.map((document) => priceThing(document as never)).toSorted((one, other) => (one._id < other._id ? -1 : 1)),
  ]
}

async function allOf<D extends Document>(shown: ReadStore, collection: Collection<D>): Promise<readonly D[]> {
  const documents: D[] = []
  for (let after: string | undefined; ; ) {
    const page = await shown.find(collection, { limit: 1_000, ...(after !== undefined && { after }) })
    documents.push(...page.documents)
    if (page.next === undefined) return documents
    after = page.next
  }
}

function answersOf(books: object, lists: readonly Listed[], pseudonym: Pseudonym): Live['answers'] {
  const answers = new Map([['books', JSON.stringify(books)]])
  for (const list of lists) {
    const things = list.map((thing) => withPseudonyms(thing, pseudonym))
    if (things.length > 0) answers.set(`list ${things[0]!.kind}`, JSON.stringify(things))
    for (let n = 0; n < things.length; n += Math.ceil(things.length / FOUND))
      answers.set(`find ${things[n]!.kind} ${things[n]!._id}`, JSON.stringify(things[n]))
  }
  return answers
}
