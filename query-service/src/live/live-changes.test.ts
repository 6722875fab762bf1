import { orders } from '@shop/language/order/document'
import { products } from '@shop/language/product/document'
import { stock } from '@shop/language/stock/document'
import type { ProjectionName, ReadStore, Step } from '@shop/stores/read-store/read-store'
import { stepOf } from '@shop/stores/read-store/step-of'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LiveChange, watchChanges } from './live-changes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watched({ kept = 100 } = {}) {
  let commit: (step: Step) => void = () => {}
  const onCommit = (listener: typeof commit) => {
    commit = listener
    return () => {}
  }
  const readStore = { onCommit } as unknown as ReadStore
  const changes = watchChanges(readStore, {
    customerOf: async (orderId) => `customer of ${orderId}`,
    gatherMs: 100,
    kept,
  })
  const sent: LiveChange[] = []
  changes.listen((news) => sent.push(...news))
  const happened = (projection: ProjectionName, id: string, document: object | undefined = { _id: id }) =>
    commit(stepOf(projection, '1', '2', [{ id, document: document as { _id: string } | undefined }]))
  const pass = () => vi.advanceTimersByTimeAsync(100)
  return {
    changes,
    sent,
    happened,
    pass,
    rebuilt: () => commit(stepOf(stock.name, '', '2')),
  }
}

test('if a thing changes several times within a moment, only one change is sent; a later change is sent too', async () => {
  const { sent, happened, pass } = watched()
  happened(stock.name, 'p1')
  happened(stock.name, 'p1')
  happened(products.name, 'p1')
  await pass()
  expect(sent).toMatchObject([
    { kind: 'stock', id: 'p1' },
    { kind: 'product', id: 'p1' },
  ])
  happened(stock.name, 'p1')
  await pass()
  expect(sent).toHaveLength(3)
})

test('a change of an order has its customer, even if its document was removed', async () => {
  const { sent, happened, pass } = watched()
  happened(orders.name, 'o1', { _id: 'o1', customerId: 'ada' })
  await pass()
  await vi.advanceTimersByTimeAsync(0)
  happened(orders.name, 'o2', undefined)
  await pass()
  expect(sent.map(({ customerId }) => customerId)).toEqual(['ada', 'customer of o2'])
})

test('changes of documents that no client may see are not sent', async () => {
  const { sent, happened, pass } = watched()
  happened('carts@1', 'ada')
  happened('dashboard@1', '2026-01-01')
  await pass()
  expect(sent).toEqual([])
})

test('a rebuild announces that everything can have changed', async () => {
  const { sent, rebuilt, pass } = watched()
  rebuilt()
  await pass()
  expect(sent).toMatchObject([{ kind: 'all', id: '' }])
})

test('the changes after an event id can be read', async () => {
  const { changes, sent, happened, pass } = watched()
  const before = changes.now()
  expect(changes.since(before)).toEqual([])
  for (const id of ['p1', 'p2']) happened(stock.name, id)
  await pass()
  expect(changes.since(before)).toEqual(sent)
  expect(changes.since(changes.eventIdOf(sent[0]!))).toEqual(sent.slice(1))
  expect(changes.since(changes.now())).toEqual([])
})

test('the changes after an event id are unknown if the id is too new, too old or from another process', async () => {
  const { changes, happened, pass } = watched({ kept: 2 })
  const before = changes.now()
  for (const id of ['p1', 'p2', 'p3']) happened(stock.name, id)
  await pass()
  expect(changes.since(before)).toBeUndefined()
  expect(changes.since('abcdef01-1')).toBeUndefined()
  expect(changes.since(before.replace(/\d+$/, '99'))).toBeUndefined()
  expect(changes.since('')).toBeUndefined()
})

test('the changes since a page was loaded are returned if all of them are known', async () => {
  const { changes, sent, happened, pass } = watched({ kept: 2 })
  await vi.advanceTimersByTimeAsync(5000)
  for (const id of ['p1', 'p2']) {
    happened(stock.name, id)
    await pass()
    await vi.advanceTimersByTimeAsync(1900)
  }
  expect(changes.sinceLoad(0), 'the last change was sent 1,900 ms ago').toEqual([])
  expect(changes.sinceLoad(900), 'the request may have taken a second').toEqual([sent[1]])
  expect(changes.sinceLoad(3900)).toEqual(sent)
  expect(changes.sinceLoad(3901), 'more may have come before the first that is kept').toBeUndefined()
  expect(watched().changes.sinceLoad(500), 'it was not there yet').toBeUndefined()
})
