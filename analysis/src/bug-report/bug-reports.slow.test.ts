import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StreamTest } from '@shop/language/analysis/streams'
import type { NewEvent } from '@shop/language/events/event'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { createBugReports } from './bug-reports.ts'

const ROOT = join(import.meta.dirname, '../../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const place = newFolder()
const store = openSqliteEventStore(':memory:')
/** A folder inside the project, where a developer would save the file. */
let saved = ''

type EventFacts = readonly [type: string, stream: string, data: object]
/** Two orders of one product, with their events mixed. */
const history: readonly EventFacts[] = [
  ['ProductListed', 'product-p1', { productId: 'p1' }],
  ['StockCounted', 'stock-p1', { productId: 'p1' }],
  ...['o1', 'o2'].flatMap((id): EventFacts[] => [
    ['CheckoutStarted', `checkout-${id}`, { checkoutId: id, customerId: `c-${id}` }],
    ['StockReserved', 'stock-p1', { productId: 'p1', checkoutId: id }],
    ['OrderPlaced', `order-${id}`, { orderId: id, customerId: `c-${id}` }],
  ]),
  ['StockTaken', 'stock-p1', { productId: 'p1', checkoutId: 'o1' }],
  ['StockReserved', 'stock-p1', { productId: 'p1', checkoutId: 'o1~1' }],
  ['OrderStatusChanged', 'order-o1', { orderId: 'o1', customerId: 'c-o1', to: 'Shipped', from: 'Processing' }],
]

beforeAll(async () => {
  saved = mkdtempSync(join(ROOT, '.bug-reports-'))
  const versions = new Map<string, number>()
  for (const [index, [type, stream, data]] of history.entries()) {
    const [event] = await someEvents(1, 50 + index, [type])
    const version = versions.get(stream) ?? -1
    await store.append(stream, version, [withData(event!, data)])
    versions.set(stream, version + 1)
  }
})
afterAll(async () => {
  await store.close()
  place.remove()
  rmSync(saved, { recursive: true })
})

function withData(event: NewEvent, more: object): NewEvent {
  const data = { ...(event.data as object), ...more } as { items?: readonly object[] }
  return {
    ...event,
    data: { ...data, ...(data.items && { items: data.items.map((item) => ({ ...item, productId: 'p1' })) }) },
  }
}

const reportOf = (stream: string) => copying(store, place.folder, async (copy) => createBugReports(copy)(stream))
/** The events in a test file. */
const eventsIn = ({ text }: StreamTest) =>
  [...text.matchAll(/^(?: {2}|const when: Event = )(\{"event".*?\}),?$/gm)].map(
    ([, line]) => JSON.parse(line!) as CopiedEvent,
  )
function run(text: string) {
  writeFileSync(join(saved, 'report.test.ts'), text)
  const { status, stdout, stderr } = spawnSync(process.execPath, [VITEST, 'run', '--root', saved], { encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

test('a report of an order has all events of the order, and none of another order', async () => {
  const report = await reportOf('order-o1')
  const numbers = history.flatMap((one, index) => (JSON.stringify(one).includes('o2') ? [] : [index + 1]))
  expect(eventsIn(report).map(({ event }) => event)).toEqual(numbers)
  expect(report).toMatchObject({ name: 'order-o1.test.ts', events: numbers.length })
  expect(report.text).not.toContain('c-o1')
  expect(eventsIn(await reportOf('checkout-o2')).map(({ type }) => type)).toEqual([
    'ProductListed',
    'StockCounted',
    'CheckoutStarted',
    'StockReserved',
    'OrderPlaced',
  ])
})

test('a report of any other stream has the events of that stream', async () => {
  expect(eventsIn(await reportOf('stock-p1')).map(({ stream }) => stream)).toEqual(Array(5).fill('stock-p1'))
  await expect(reportOf('order-none')).rejects.toThrow('There is no such stream')
})

test('the test in a report passes in the unchanged project, and fails when its expected documents are changed', async () => {
  const { text } = await reportOf('order-o1')
  const right = run(text)
  expect([right.status, right.said]).toEqual([0, expect.stringContaining('1 passed')])
  const wrong = run(text.replaceAll('"status": "Shipped"', '"status": "Delivered"'))
  expect([wrong.status, wrong.said]).toEqual([1, expect.stringContaining('Delivered')])
})
