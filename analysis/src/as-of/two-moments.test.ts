import type { Thing, ThingKind } from '@shop/language/analysis/things'
import { cartStream } from '@shop/language/cart/events'
import { orderStream } from '@shop/language/order/events'
import { productStream } from '@shop/language/product/events'
import { stockStream } from '@shop/language/stock/events'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copying, KEY, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { createPseudonyms } from '../pseudonyms/pseudonyms.ts'
import { changesBetween, factsOfThing } from './facts.ts'
import { createModelsAsOf } from './models-as-of.ts'
import { createThingsAsOf } from './things.ts'

const place = newFolder()
const store = openSqliteEventStore(':memory:')
const ADA = 'ada_canary'
const ada = createPseudonyms(KEY)(ADA)
const at = '2026-03-01T10:00:00.000Z'
const size = { size: 'M', color: 'Blue' }
const lines = [{ ...size, quantity: 1 }]
const item = (productId: string, name: string) => ({
  productId,
  ...size,
  name,
  image: '',
  sku: '',
  quantity: 1,
  priceCents: 2500,
})
const placed = (orderId: string, ...items: object[]) => ({
  ...{ orderId, customerId: ADA, items: items.map((one) => ({ ...one, paidCents: 2500 })), totalCents: 2500 },
  ...{ country: 'Italy', paymentMethod: 'PayPal', captureId: 'c', paidAt: at, placedAt: at },
})
const listed = (productId: string, name: string) => ({
  productId,
  details: {
    name,
    sku: '',
    priceCents: 2500,
    category: 'Tops',
    sizes: [],
    colors: [],
    images: [],
    tones: {},
    lineSkus: [],
  },
})
const [tee, skirt] = [item('p1', 'Tee'), item('p2', 'Skirt')]

/** The comment is the number of the event. */
const happened: readonly (readonly [stream: string, type: string, data: object])[] = [
  /* 1 */ [productStream('p1'), 'ProductListed', listed('p1', 'Tee')],
  /* 2 */ [productStream('p2'), 'ProductListed', listed('p2', 'Skirt')],
  /* 3 */ [stockStream('p1'), 'StockCounted', { productId: 'p1', ...size, available: 7 }],
  /* 4 */ [cartStream(ADA), 'ItemAddedToCart', { ownerId: ADA, item: tee }],
  /* 5 */ [stockStream('p1'), 'StockReserved', { checkoutId: 'o1', productId: 'p1', lines }],
  /* 6 */ [orderStream('o1'), 'OrderPlaced', placed('o1', tee, skirt)],
  /* 7 */ [stockStream('p1'), 'StockTaken', { checkoutId: 'o1', productId: 'p1', lines }],
  /* 8 */ [
    cartStream(ADA),
    'PurchaseLeftCart',
    { ownerId: ADA, orderId: 'o1', lines: [{ productId: 'p1', ...size, quantity: 1 }] },
  ],
  /* 9 */ [productStream('p1'), 'ProductEdited', { productId: 'p1', changes: { priceCents: 2000 } }],
  /* 10 */ [orderStream('o2'), 'OrderPlaced', placed('o2', skirt)],
  /* 11 */ [
    orderStream('o1'),
    'OrderStatusChanged',
    { orderId: 'o1', from: 'Processing', to: 'Shipped', totalCents: 2500, placedAt: at },
  ],
  /* 12 */ [cartStream(ADA), 'ItemAddedToCart', { ownerId: ADA, item: skirt }],
]

beforeAll(async () => {
  const versions = new Map<string, number>()
  for (const [index, [stream, type, data]] of happened.entries()) {
    const [some] = await someEvents(1, 50 + index, [type])
    const version = versions.get(stream) ?? -1
    await store.append(stream, version, [{ ...some!, data: { ...(some!.data as object), ...data } }])
    versions.set(stream, version + 1)
  }
})
afterAll(async () => {
  await store.close()
  place.remove()
})

const asked = <T>(use: (things: ReturnType<typeof createThingsAsOf>) => Promise<T>) =>
  copying(store, place.folder, async (copy) => {
    await copy.settled()
    return use(createThingsAsOf(copy, createModelsAsOf(copy, place.folder, 5)))
  })
const factsIn = (thing: Thing | null) => factsOfThing(thing ?? {})

describe('a thing at two moments', () => {
  test.each<[ThingKind, string, number, readonly number[]]>([
    ['order', 'o1', 5, [6, 11]],
    ['order', 'o1', 6, [11]],
    ['cart', ada, 3, [4, 8, 12]],
    ['product', 'p1', 1, [6, 9]],
    ['product', 'p2', 2, [6, 10]],
    ['stock', 'p1', 3, [5, 7]],
    ['price', 'p1', 0, [1, 9]],
  ])('has the events that changed the %s %s after event %i', async (kind, id, from, expected) => {
    await asked(async ({ compare, find }) => {
      const { events, more, ...found } = await compare(kind, id, { from, to: 12 })
      expect([events.map(({ event }) => event), more]).toEqual([expected, false])
      expect(found.to.thing).toEqual((await find(kind, id, 12)).thing)
      expect(found.from.thing).toEqual(
        await find(kind, id, from).then(
          ({ thing }) => thing,
          () => null,
        ),
      )
      // Together, the changes of the events lead from the earlier state to the later state. The product's name is not a part of its stock.
      const state = new Map(factsIn(found.from.thing))
      for (const { field, after } of events.flatMap(({ changes }) => changes)) {
        if (after === null) state.delete(field)
        else state.set(field, after)
      }
      expect(changesBetween(state, factsIn(found.to.thing))).toEqual([])
      const differing = found.fields.filter(({ before, after }) => before !== after)
      expect(new Set(differing)).toEqual(new Set(changesBetween(factsIn(found.from.thing), factsIn(found.to.thing))))
    })
  })

  test('the earlier moment comes first, and a missing moment is the newest event', async () => {
    await asked(async ({ compare }) => {
      const turned = await compare('order', 'o1', { from: 11, to: 6 })
      expect([turned.from.asOf.event, turned.to.asOf.event]).toEqual([6, 11])
      expect(turned.fields).toContainEqual({ field: 'status', before: 'Processing', after: 'Shipped' })
      expect(turned.fields).toContainEqual({ field: 'total', before: 25, after: 25 })
      expect((await compare('order', 'o1', { from: 6 })).to.asOf.event).toBe(12)
    })
  })

  test('the beginning of an id is enough if only one thing has it', async () => {
    await asked(async ({ compare }) => {
      const whole = await compare('cart', ada, { from: 4, to: 12 })
      expect(await compare('cart', ada.slice(0, 6), { from: 4, to: 12 })).toEqual(whole)
      // The second order that begins like this was placed later.
      expect((await compare('order', 'o', { from: 6, to: 9 })).to.thing?._id).toBe('o1')
      const several = compare('order', 'o', { from: 6, to: 12 })
      await expect(several).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Several ids begin with o. Enter more of the id',
      })
      await expect(compare('price', 'none', { from: 6 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  test('a thing that existed at neither moment is refused', async () => {
    await asked(async ({ compare }) => {
      expect((await compare('order', 'o2', { from: 9, to: 10 })).from.thing).toBeNull()
      await expect(compare('order', 'o2', { from: 1, to: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(compare('person', 'o2', {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })
})

describe('a searched list', () => {
  test.each<[ThingKind, string, readonly string[]]>([
    ['order', 'tee', ['o1']],
    ['order', 'SKIRT', ['o2', 'o1']],
    ['order', 'o2', ['o2']],
    ['order', ada, ['o2', 'o1']],
    ['order', 'orderId', []],
    ['cart', 'skirt', [ada]],
    ['cart', 'tee', []],
    ['product', 'skirt', ['p2']],
    ['product', 'tops', ['p1', 'p2']],
    ['stock', 'tee', ['p1']],
    ['price', 'skirt', ['p2']],
    ['price', "' OR true --", []],
  ])('of kind %s has only things with the words %s', async (kind, search, expected) => {
    const found = await asked(({ list }) => list(kind, { search, limit: 1 }))
    const rest = found.next
      ? await asked(({ list }) => list(kind, { search, limit: 9, cursor: found.next }))
      : undefined
    const things = [...found.things, ...(rest?.things ?? [])]
    expect(things.map(({ _id }) => _id)).toEqual(expected)
  })

  test('stock has the name of its product', async () => {
    expect((await asked(({ list }) => list('stock', {}))).things).toMatchObject([{ _id: 'p1', name: 'Tee' }])
  })
})
