import { EvidenceQuery } from '@shop/language/analysis/evidence'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { createModelsAsOf } from '../as-of/models-as-of.ts'
import { createEvidence } from './list-evidence.ts'

const ALL = 63
const place = newFolder()
const store = openSqliteEventStore(':memory:')
beforeAll(async () => {
  const [one, ...others] = await someEvents(ALL, 3, ['StockCounted'])
  const product = (type: string, data: object, nth: number) => ({
    ...one!,
    id: `00000000-0000-4000-9000-${String(nth).padStart(12, '0')}`,
    type,
    data,
    metadata: { ...one!.metadata, schemaVersion: 2 },
  })
  await store.append('product-p1', -1, [product('ProductListed', { productId: 'p1', details: sampleProduct }, 1)])
  await appendAll(store, others)
  await store.append('product-p1', 0, [
    product('ProductEdited', { productId: 'p1', changes: { name: 'Kilt', priceCents: 9900 } }, 2),
  ])
  await store.append('checkout-c1', -1, [product('CheckoutExpired', { checkoutId: 'c1' }, 3)])
  await store.append('order-c1', -1, [product('OrderRefundRefused', { orderId: 'c1', amountCents: 5 }, 4)])
})
afterAll(async () => {
  await store.close()
  place.remove()
})

test('the numbers of events become rows, with names as of the answer and nothing that it could not see', async () => {
  await copying(store, place.folder, async (copy) => {
    await copy.settled()
    const evidence = createEvidence(copy, createModelsAsOf(copy, place.folder))
    const numbersIn = async (events: readonly number[], asOf?: number) => {
      const { rows } = await evidence({ events: [...events], asOf })
      return rows.map(({ event }) => event)
    }
    expect(await numbersIn([62, 5, 1, 5, 900, 0])).toEqual([62, 5, 1])
    expect(await numbersIn([62, 5, 1], 61)).toEqual([5, 1])
    expect(await numbersIn([62], 61)).toEqual([])

    const nameOf = async (asOf?: number) => (await evidence({ events: [1], asOf })).rows[0]?.product
    expect(await nameOf(63)).toEqual({ id: 'p1', name: sampleProduct.name })
    expect(await nameOf()).toEqual({ id: 'p1', name: 'Kilt' })
    const [edit] = (await evidence({ events: [64] })).rows
    expect(edit?.amount).toEqual({ of: 'price', value: 99, before: sampleProduct.priceCents / 100 })
    expect(await evidence({ events: [1], asOf: 63 })).toMatchObject({
      asOf: { event: 63 },
      rows: [{ event: 1, stream: 'product-p1', version: 0, type: 'ProductListed', amount: { of: 'price' } }],
    })
  })
})

test('a checkout is called an order from the event on with which it became one', async () => {
  await copying(store, place.folder, async (copy) => {
    await copy.settled()
    const evidence = createEvidence(copy, createModelsAsOf(copy, place.folder))
    const about = async (asOf?: number) => (await evidence({ events: [65], asOf })).rows[0]
    expect(await about(65)).toMatchObject({ type: 'CheckoutExpired', checkout: 'c1' })
    expect(await about(65)).not.toHaveProperty('order')
    expect(await about()).toMatchObject({ type: 'CheckoutExpired', order: 'c1' })
    expect(await about()).not.toHaveProperty('checkout')
  })
})

test('with a product, each row has its pieces, also if the event names only lines of an order', async () => {
  const item = (productId: string) => ({ productId, quantity: 2, paidCents: 1_000 })
  const [one] = await someEvents(1, 3, ['OrderPlaced'])
  const data = { ...(one!.data as object), orderId: 'o9', items: [item('p1'), item('p2')], totalCents: 2_000 }
  const back = { orderId: 'o9', returnId: 'r', pieces: [{ line: 1, quantity: 1 }], chosenReason: null }
  const [received] = await someEvents(1, 4, ['ReturnReceived'])
  await store.append('order-o9', -1, [
    { ...one!, id: '00000000-0000-4000-9000-000000000007', data },
    { ...received!, id: '00000000-0000-4000-9000-000000000008', data: { ...(received!.data as object), ...back } },
  ])
  await copying(store, place.folder, async (copy) => {
    await copy.settled()
    const evidence = createEvidence(copy, createModelsAsOf(copy, place.folder))
    const piecesOf = async (product?: string) =>
      (await evidence({ events: [1, 67, 68], product })).rows.map(({ ofProduct }) => ofProduct)
    expect(await piecesOf('p2')).toEqual([undefined, { pieces: 2, paid: 10 }, { pieces: 1, paid: 5 }])
    expect(await piecesOf('p1')).toEqual([undefined, { pieces: 2, paid: 10 }, undefined])
    expect(await piecesOf()).toEqual([undefined, undefined, undefined])
  })
})

test('a query has 1 to 200 event numbers', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
  const parse = (events: string) => EvidenceQuery.safeParse({ events }).data?.events
  expect(parse(numbers(200).join())).toEqual(numbers(200))
  for (const wrong of ['', '1,', ',1', '1 ,2', '-1', '1.5', '1e3', numbers(201).join()])
    expect(parse(wrong)).toBeUndefined()
})
