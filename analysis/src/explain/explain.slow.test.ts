import { type Figure, figures } from '@shop/language/dashboard/figures'
import type { NewEvent } from '@shop/language/events/event'
import { dashboardProjection } from '@shop/projections/read-models/dashboard-projection'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { createBooksAsOf } from '../as-of/books-as-of.ts'
import { createModelsAsOf } from '../as-of/models-as-of.ts'
import { createExplain } from './explain.ts'

const ALL = 233
const EVERY = 40
const days = ['2026-01-04', '2026-01-05', '2026-01-06', '2026-01-07']
const [FROM, TO] = [days[1]!, days[2]!]
const place = newFolder()
const store = openSqliteEventStore(':memory:')

/** Spreads the orders over several days. */
const onSomeDay = (event: NewEvent, index: number): NewEvent =>
  (event.data as { placedAt?: string }).placedAt === undefined
    ? event
    : { ...event, data: { ...(event.data as object), placedAt: `${days[index % days.length]}T23:59:59.000Z` } }

beforeAll(async () => {
  const types = [...Object.keys(dashboardProjection.on), 'StockReserved']
  await appendAll(store, (await someEvents(ALL, 9, types)).map(onSomeDay))
})
afterAll(async () => {
  await store.close()
  place.remove()
})

type Asked = Readonly<{ books: ReturnType<typeof createBooksAsOf>; explain: ReturnType<typeof createExplain> }>
const asked = <T>(use: (asked: Asked) => Promise<T>) =>
  copying(store, place.folder, async (copy) => {
    await copy.settled()
    const models = createModelsAsOf(copy, place.folder, EVERY)
    return use({ books: createBooksAsOf(copy, models.dashboard), explain: createExplain(copy, models) })
  })

/** What the dashboard shows for a figure, for all days and for some days. */
async function saidBy(books: Asked['books'], asOf: number) {
  const { revenue, netRevenue, totalOrders, period } = await books({ asOf, from: FROM, to: TO })
  const all: Readonly<Record<Figure, number>> = { revenue, netRevenue, orders: totalOrders }
  return { all, some: period as Readonly<Record<Figure, number>> }
}
const inCents = (value: number) => Math.round(value * 100)
const sumOf = (list: readonly { adds: number }[]) => list.reduce((sum, { adds }) => sum + inCents(adds), 0)

test('a figure is the sum of what its events add, to the cent, in groups and event by event', async () => {
  await asked(async ({ books, explain }) => {
    for (let asOf = ALL; asOf > 0; asOf -= 17) {
      const said = await saidBy(books, asOf)
      for (const figure of figures)
        for (const [of, range] of [
          ['all', {}],
          ['some', { from: FROM, to: TO }],
        ] as const) {
          const { value, events, groups, page } = await explain({ figure, asOf, ...range, limit: 200 })
          const what = `${figure} of ${of} days after ${asOf}`
          expect(value, what).toBe(said[of][figure])
          expect(sumOf(groups), what).toBe(inCents(value))
          expect(
            groups.reduce((sum, group) => sum + group.events, 0),
            what,
          ).toBe(events)
          expect(page.length, what).toBe(Math.min(events, 200))
          if (events <= 200) expect(sumOf(page), what).toBe(inCents(value))
        }
    }
  })
})

test('the listed events are exactly the events that changed the figure, each with its amount', async () => {
  await asked(async ({ books, explain }) => {
    const said = [{ all: { revenue: 0, netRevenue: 0, orders: 0 }, some: { revenue: 0, netRevenue: 0, orders: 0 } }]
    for (let asOf = 1; asOf <= ALL; asOf++) said.push((await saidBy(books, asOf)) as (typeof said)[number])
    for (const figure of figures)
      for (const [of, range] of [
        ['all', {}],
        ['some', { from: FROM, to: TO }],
      ] as const) {
        const changed = said.flatMap((now, event) => {
          const by = event === 0 ? 0 : inCents(now[of][figure]) - inCents(said[event - 1]![of][figure])
          return by === 0 ? [] : [{ event, by }]
        })
        const listed: { event: number; by: number }[] = []
        for (let before: number | undefined = ALL + 1; before !== undefined; ) {
          const { page } = await explain({ figure, ...range, before, limit: 7 })
          listed.push(...page.map(({ event, adds }) => ({ event, by: inCents(adds) })))
          before = page.at(-1)?.event
        }
        expect(changed.length).toBeGreaterThan(20)
        expect(listed, `${figure} of ${of} days`).toEqual(changed.toReversed())
      }
  })
})

test('before the first order there are no events to explain', async () => {
  await asked(async ({ explain }) => {
    expect(await explain({ figure: 'revenue', asOf: 0 })).toMatchObject({ value: 0, events: 0, groups: [], page: [] })
  })
})
