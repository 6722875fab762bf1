import { allEvents } from '@shop/language/all-events'
import type { CopiedStream } from '@shop/language/analysis/streams'
import { cartStream } from '@shop/language/cart/events'
import { checkoutStream } from '@shop/language/checkout/events'
import { orderStream } from '@shop/language/order/events'
import { stockStream } from '@shop/language/stock/events'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copying, KEY, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { createPseudonyms } from '../pseudonyms/pseudonyms.ts'
import { createStreams } from './streams.ts'

const place = newFolder()
const store = openSqliteEventStore(':memory:')
const pseudonym = createPseudonyms(KEY)
const GUEST = 'guest_canary'
const cart = cartStream(pseudonym(GUEST))

const tee = { productId: 'p1', name: 'Tee', image: '', size: 'M', color: 'Blue', priceCents: 2500 }
const line = { productId: 'p1', size: 'M', color: 'Blue' }
const holding = { checkoutId: 'c1~2', productId: 'p1', lines: [{ size: 'M', color: 'Blue', quantity: 1 }] }
const happened: readonly (readonly [stream: string, type: string, data: object])[] = [
  [stockStream('p1'), 'StockCounted', { ...line, available: 7 }],
  [cartStream(GUEST), 'ItemAddedToCart', { ownerId: GUEST, item: { ...tee, quantity: 1 } }],
  [cartStream(GUEST), 'CartQuantityChanged', { ownerId: GUEST, ...line, quantity: 3, priceCents: 2000 }],
  [stockStream('p1'), 'StockReserved', holding],
  [cartStream(GUEST), 'ItemRemovedFromCart', { ownerId: GUEST, ...line }],
  [checkoutStream('c1'), 'CheckoutExpired', { checkoutId: 'c1' }],
  [checkoutStream('c1'), 'CheckoutReopened', { checkoutId: 'c1', expiresAt: 'later' }],
  [checkoutStream('c1'), 'CheckoutReopened', { checkoutId: 'c1', expiresAt: 'latest' }],
]

const versionOf = (type: string) => allEvents.find((event) => event.type === type)!.version

beforeAll(async () => {
  const some = await someEvents(happened.length, 3)
  const versions = new Map<string, number>()
  for (const [index, [stream, type, data]] of happened.entries()) {
    const version = versions.get(stream) ?? -1
    const { id, metadata } = some[index]!
    await store.append(stream, version, [{ id, type, data, metadata: { ...metadata, schemaVersion: versionOf(type) } }])
    versions.set(stream, version + 1)
  }
})
afterAll(async () => {
  await store.close()
  place.remove()
})

/** Uses a copy with segments of three events and a tail. */
const asking = <T>(use: (streams: ReturnType<typeof createStreams>) => Promise<T>, mostEarlier?: number) =>
  copying(
    store,
    place.folder,
    async (copy) => {
      await copy.settled()
      return await use(createStreams(copy, mostEarlier))
    },
    { segment: 3 },
  )

const changesOf = ({ page }: CopiedStream) =>
  page.map(({ changes }) => changes.map(({ field, before, after }) => [field, before, after]))

test('each event of a cart has what the shop showed before and after it', async () => {
  const found = await asking((streams) => streams.find(cart, {}))
  expect(found).toMatchObject({ stream: cart, kind: 'cart', events: 3, by: 'projection' })
  expect(JSON.stringify(found)).not.toContain('canary')
  expect(found.page.map(({ event, version, type }) => [event, version, type])).toEqual([
    [2, 0, 'ItemAddedToCart'],
    [3, 1, 'CartQuantityChanged'],
    [5, 2, 'ItemRemovedFromCart'],
  ])
  const [added, changed, removed] = changesOf(found)
  expect(added).toContainEqual(['items[p1 M Blue].quantity', null, 1])
  expect(added).toContainEqual(['total', null, 25])
  expect(changed).toEqual([
    ['items[p1 M Blue].quantity', 1, 3],
    ['items[p1 M Blue].price', 25, 20],
    ['total', 25, 60],
  ])
  expect(removed).toContainEqual(['items[p1 M Blue].quantity', 3, null])
})

test('a page in the middle has the same changes as the whole stream', async () => {
  await asking(async (streams) => {
    for (const stream of [cart, stockStream('p1'), checkoutStream('c1')]) {
      const whole = await streams.find(stream, {})
      for (const { version } of whole.page)
        expect((await streams.find(stream, { from: version, limit: 1 })).page).toEqual([whole.page[version]])
    }
  })
})

test('for a stream that the shop does not show, changes are fields that differ from earlier events', async () => {
  const found = await asking((streams) => streams.find(checkoutStream('c1'), {}))
  expect(found.by).toBe('data')
  expect(changesOf(found)).toEqual([
    [['checkoutId', null, 'c1']],
    [['expiresAt', null, 'later']],
    [['expiresAt', 'later', 'latest']],
  ])
})

test('far from the start of a stream, fields are compared with a limited number of earlier events', async () => {
  const found = await asking((streams) => streams.find(cart, { from: 2 }), 1)
  expect(found).toMatchObject({ by: 'data', events: 3 })
  expect(changesOf(found)).toEqual([[]])
})

test('the neighbors of a stream are the existing streams that its events name', async () => {
  await asking(async (streams) => {
    const beside = async (stream: string) => (await streams.find(stream, {})).neighbours
    expect(await beside(stockStream('p1'))).toEqual([{ stream: 'checkout-c1', kind: 'checkout' }])
    expect(await beside(cart)).toEqual([{ stream: 'stock-p1', kind: 'stock' }])
  })
})

test('a page after the last event is empty, and an unknown stream is refused', async () => {
  await asking(async (streams) => {
    expect(await streams.find(cart, { from: 9 })).toMatchObject({ kind: 'cart', events: 3, page: [] })
    for (const none of [orderStream('c1'), cartStream(GUEST), "order-' OR true --"])
      await expect(streams.find(none, {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
