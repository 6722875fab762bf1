import { existsSync, rmSync } from 'node:fs'
import { accountStream } from '@shop/language/account/events'
import type { Thing, ThingKind, ThingsAsOf } from '@shop/language/analysis/things'
import { cartStream } from '@shop/language/cart/events'
import type { NewEvent, Recorded } from '@shop/language/events/event'
import { START } from '@shop/language/events/event'
import { orderStream } from '@shop/language/order/events'
import { productStream } from '@shop/language/product/events'
import { stockStream } from '@shop/language/stock/events'
import { apply } from '@shop/projections/fold'
import { type AnyProjection, anyProjection, changesOf } from '@shop/projections/projection'
import { cartProjection } from '@shop/projections/read-models/cart-projection'
import { orderProjection } from '@shop/projections/read-models/order-projection'
import { productProjection } from '@shop/projections/read-models/product-projection'
import { stockProjection } from '@shop/projections/read-models/stock-projection'
import { createWorkingSet } from '@shop/projections/working-set'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openEvent } from '@shop/stores/sealing/sealed-event'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copying, KEY, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { withPseudonyms } from '../../test-support/with-pseudonyms.ts'
import { cartStartsFile } from '../copy/copy-files.ts'
import { createPseudonyms } from '../pseudonyms/pseudonyms.ts'
import { createModelsAsOf } from './models-as-of.ts'
import { priceProjection } from './price-projection.ts'
import { cartThing, orderThing, priceThing, productThing, stockThing } from './thing-views.ts'
import { createThingsAsOf } from './things.ts'

const ALL = 407
const EVERY = 40
const pseudonym = createPseudonyms(KEY)
type Data = Readonly<Record<'orderId' | 'ownerId' | 'productId' | 'accountId', string>>
/** By the start of an event's type: the stream of the event. */
const streams: Readonly<Record<string, (data: Data) => string>> = {
  Order: ({ orderId }) => orderStream(orderId),
  Re: ({ orderId }) => orderStream(orderId),
  Pieces: ({ orderId }) => orderStream(orderId),
  Cart: ({ ownerId }) => cartStream(ownerId),
  Product: ({ productId }) => productStream(productId),
  Stock: ({ productId }) => stockStream(productId),
}
const ownedTypes = [
  'ItemAddedToCart',
  'ItemRemovedFromCart',
  'CartQuantityChanged',
  'CheckoutOpened',
  'PurchaseLeftCart',
]
const types = [
  ...Object.keys(orderProjection.on).filter((type) => !type.startsWith('Account')),
  ...[...Object.keys(productProjection.on)].filter((type) => type.startsWith('Product')),
  ...[...ownedTypes, 'GuestCartExpired', 'StockCounted', 'StockReserved', 'StockReceived', 'AccountErased'],
]
const place = newFolder()
const store = openSqliteEventStore(':memory:')
/** What the shop showed after each event: the shop's own projections, folded over the log. */
const shown: ReadonlyMap<string, Thing>[] = []

const streamOf = (type: string, data: Data) => {
  if (type === 'AccountErased') return accountStream(data.accountId)
  if ([...ownedTypes, 'GuestCartExpired'].includes(type)) return streams.Cart!(data)
  return Object.entries(streams).find(([prefix]) => type.startsWith(prefix))![1](data)
}
/** A checkout has one owner. */
const ofOneOwner = (event: NewEvent): NewEvent => {
  const { ownerId } = event.data as Data
  if (event.type === 'CheckoutOpened') return { ...event, data: { ...(event.data as object), checkoutId: ownerId } }
  return event.type === 'PurchaseLeftCart' ? { ...event, data: { ...(event.data as object), orderId: ownerId } } : event
}

/** The name of a product stands before the fields of its stock. */
const withName = ({ kind, _id, ...stock }: Extract<Thing, { kind: 'stock' }>, name: string | undefined): Thing => ({
  ...{ kind, _id },
  ...(name !== undefined && { name }),
  ...stock,
})

const views = [
  ['order', orderProjection, orderThing],
  ['cart', cartProjection, cartThing],
  ['product', productProjection, productThing],
  ['stock', stockProjection, stockThing],
  ['price', priceProjection, priceThing],
] as const

beforeAll(async () => {
  const versions = new Map<string, number>()
  for (const event of (await someEvents(ALL, 4, types)).map(ofOneOwner)) {
    const stream = streamOf(event.type, event.data as Data)
    const version = versions.get(stream) ?? -1
    await store.append(stream, version, [event])
    versions.set(stream, version + 1)
  }
  const live = views.map(([kind, projection, view]) => ({
    kind,
    projection: anyProjection(projection as never) as AnyProjection,
    workingSet: createWorkingSet(),
    view: view as (document: never) => Thing,
  }))
  let number = 0
  for await (const stored of all()) {
    number += 1
    const event = { ...openEvent(stored, new Map()), position: String(number) }
    const things = new Map<string, Thing>()
    for (const { kind, projection, workingSet, view } of live) {
      apply(workingSet, changesOf(projection, event as Recorded))
      for (const [, document] of workingSet.documents)
        if (document) {
          const thing = withPseudonyms(view(document as never), pseudonym)
          const product = things.get(`product/${thing._id}`)
          const name = product?.kind === 'product' ? product.name : undefined
          things.set(`${kind}/${thing._id}`, thing.kind === 'stock' ? withName(thing, name) : thing)
        }
    }
    shown.push(things)
  }
})
afterAll(async () => {
  await store.close()
  place.remove()
})

async function* all(): AsyncIterable<Recorded> {
  for await (const { events, caughtUp } of store.follow(START, new AbortController().signal)) {
    yield* events
    if (caughtUp) return
  }
}

const asked = <T>(use: (things: ReturnType<typeof createThingsAsOf>) => Promise<T>, every = EVERY, isKept = false) =>
  copying(store, place.folder, async (copy) => {
    await copy.settled()
    const models = createModelsAsOf(copy, place.folder, every)
    if (isKept) await models.keepUp(new AbortController().signal)
    return use(createThingsAsOf(copy, models))
  })
const json = (value: unknown) => JSON.stringify(value)
const kinds = views.map(([kind]) => kind) as readonly ThingKind[]

describe('as of an event', () => {
  test.each([
    ['nothing is kept', EVERY, false],
    ['snapshots and starts are kept', EVERY, true],
    ['carts are kept after few events', 3, true],
  ])('as of the event there are exactly the things that the shop showed, when %s', async (_, every, isKept) => {
    const showsAll: Parameters<typeof asked>[0] = async ({ find, list }) => {
      const ids = [...new Set(shown.flatMap((things) => [...things.keys()]))]
      expect(new Set(ids.map((id) => id.split('/')[0]))).toEqual(new Set(kinds))
      for (let event = ALL; event > 0; event -= 58) {
        const then = shown[event - 1]!
        for (const one of ids) {
          const [kind, id] = one.split('/') as [string, string]
          const answer = await find(kind, id, event).catch(({ code }) => code)
          const expected = then.get(one)
          expect(json(answer.thing ?? answer), `${one} after ${event}`).toBe(json(expected ?? 'NOT_FOUND'))
        }
        for (const kind of kinds) {
          const page = await list(kind, { asOf: event })
          const expected = [...then.values()].filter(
            (thing) => thing.kind === kind && !(thing.kind === 'cart' && thing.items.length === 0),
          )
          expect(page.things.map(json).toSorted(), `${kind} after ${event}`).toEqual(expected.map(json).toSorted())
        }
      }
    }
    rmSync(cartStartsFile(place.folder), { force: true })
    await asked(showsAll, every, isKept)
    expect(existsSync(cartStartsFile(place.folder))).toBe(isKept)
  })

  test('all pages of a list show the log as of the same event as the first page', async () => {
    await asked(async ({ list }) => {
      for (const kind of kinds) {
        const whole = await list(kind, { asOf: 250 })
        const things: Thing[] = []
        let cursor: string | undefined
        do {
          const page: ThingsAsOf = await list(
            kind,
            cursor === undefined ? { asOf: 250, limit: 1 } : { limit: 1, cursor },
          )
          expect(page.asOf.event).toBe(250)
          things.push(...page.things)
          cursor = page.next
        } while (cursor !== undefined)
        expect(things, kind).toEqual(whole.things)
      }
    })
  })

  test('an unknown kind, thing or cursor is refused', async () => {
    await asked(async ({ find, list }) => {
      await expect(find('person', 'ada', undefined)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(find('order', "o1' OR true --", undefined)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(find('order', 'o1', 0)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(list('order', { cursor: 'x' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    })
  })
})
