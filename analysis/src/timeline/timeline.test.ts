import { sampleProduct } from '@shop/language/test-support/sample-product'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, expect, test } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { createModelsAsOf } from '../as-of/models-as-of.ts'
import { createTimeline } from './timeline.ts'

const place = newFolder()
const store = openSqliteEventStore(':memory:')
afterAll(async () => {
  await store.close()
  place.remove()
})

const shown = () =>
  copying(store, place.folder, (copy) => createTimeline(copy, createModelsAsOf(copy, place.folder).prices)())

test('an empty log has an empty timeline', async () => {
  expect(await shown()).toMatchObject({ asOf: { event: 0 }, first: null, bars: [], prices: [], releases: [] })
})

test('the timeline has the number of events, the changes of prices and the first start of each release', async () => {
  const started = (await someEvents(4, 2, ['ShopStarted'])).map((event, index) => ({
    ...event,
    data: { ...(event.data as object), release: ['1', '1', '2', '1'][index] },
  }))
  const [listed, ...edited] = await someEvents(3, 3, ['ProductListed', 'ProductEdited'])
  const changes = [{ priceCents: 500 }, { name: 'Coat' }]
  const products = [
    { ...listed!, type: 'ProductListed', data: { productId: 'p1', details: { ...sampleProduct, name: 'Skirt' } } },
    ...edited.map((event, index) => ({
      ...event,
      type: 'ProductEdited',
      data: { productId: 'p1', changes: changes[index] },
    })),
  ]
  await appendAll(store, [...started, ...products])
  const { asOf, first, stepMs, bars, prices, releases } = await shown()
  expect(asOf.event).toBe(7)
  expect(first).toBe('2026-03-01T10:00:00.000Z')
  expect(stepMs).toBe(60_000)
  expect(bars).toEqual([{ at: '2026-03-01T10:00:00.000Z', events: 7 }])
  expect(prices).toEqual([{ event: 6, at: '2026-03-01T10:00:01.000Z', name: 'Coat', price: 5 }])
  expect(releases.map(({ event, release }) => [event, release])).toEqual([
    [1, '1'],
    [3, '2'],
    [4, '1'],
  ])
})
