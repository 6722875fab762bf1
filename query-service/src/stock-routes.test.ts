import { NothingChanged } from '@shop/language/events/command-events'
import { ProductListed } from '@shop/language/product/events'
import type { StockLedgerEntry } from '@shop/language/stock/api'
import {
  type Pieces,
  ReservationReleased,
  SHARED,
  StockAdjusted,
  StockCounted,
  StockReceived,
  StockReserved,
  StockReturned,
  StockTaken,
  stockStream,
} from '@shop/language/stock/events'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { sharedPieces } from '@shop/language/test-support/shared-line'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startShop } from './test-support/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeEach(async () => {
  shop = await startShop()
  await shop.people()
})
afterEach(() => shop.close())

const productId = 'p1'
const medium = { size: 'M', color: 'Red' }
const root = { id: 'root', role: 'admin' } as const
const system = { role: 'system' } as const
const inStock = (actor: typeof root | typeof system, ...events: Parameters<typeof shop.happenedIn>[2][]) =>
  shop.happenedIn(stockStream(productId), actor, ...events)
const ledger = (query = '') => shop.ask(`/admin/products/${productId}/stock${query}`, { as: 'root' })
const entries = async (query?: string) => (await (await ledger(query)).json()) as StockLedgerEntry[]
const lines: Pieces[] = [{ ...medium, quantity: 2 }, ...sharedPieces(1)]

test('the ledger lists every movement, newest first, with its cause, who did it, and each line after it', async () => {
  await inStock(
    root,
    StockCounted({ productId, ...SHARED, available: 5 }),
    StockReceived({ productId, ...medium, quantity: 2, costCents: 950 }),
    StockAdjusted({ productId, ...SHARED, difference: -1 }),
  )
  await inStock(
    system,
    StockReserved({ productId, checkoutId: 'c1', lines }),
    ReservationReleased({ productId, checkoutId: 'c1', lines }),
    NothingChanged({ command: 'Release' }),
    StockReserved({ productId, checkoutId: 'c1~1', lines }),
    StockTaken({ productId, checkoutId: 'c1~1', lines }),
    StockReturned({ productId, orderId: 'c1', returnId: 'r1', lines: sharedPieces(1) }),
    StockReserved({ productId, checkoutId: 'c1~again1', lines: sharedPieces(1) }),
    StockTaken({ productId, checkoutId: 'c1~again1', lines: sharedPieces(1) }),
  )
  const found = await entries()
  const brief = found.map(({ what, cause, lines: of }) => [
    what,
    cause && `${cause.kind} ${cause.id}`,
    of.map(({ size, change, onHand, available }) => [size, change, onHand, available]),
  ])
  const both = (sign: number, ...[m, shared]: number[][]) => [
    ['M', 2 * sign, ...m!],
    ['', sign, ...shared!],
  ]
  expect(brief).toEqual([
    ['sold', 'order c1', [['', -1, 3, 3]]],
    ['reserved', 'order c1', [['', -1, 4, 3]]],
    ['returned', 'order c1', [['', 1, 4, 4]]],
    ['sold', 'order c1', both(-1, [0, 0], [3, 3])],
    ['reserved', 'checkout c1', both(-1, [2, 0], [4, 3])],
    ['released', 'checkout c1', both(1, [2, 2], [4, 4])],
    ['reserved', 'checkout c1', both(-1, [2, 0], [4, 3])],
    ['adjusted', undefined, [['', -1, 4, 4]]],
    ['received', undefined, [['M', 2, 2, 2]]],
    ['counted', undefined, [['', 5, 5, 5]]],
  ])
  expect(found.at(-2)).toMatchObject({
    cost: 9.5,
    who: { id: 'root', role: 'admin', name: 'Grace Hopper' },
    version: 1,
  })
})

test('all pages of a ledger together have the same entries as the whole ledger', async () => {
  await inStock(
    root,
    ...Array.from({ length: 250 }, (_, n) => StockReceived({ productId, ...SHARED, quantity: n + 1 })),
  )
  const whole = await entries()
  expect(whole).toHaveLength(250)
  expect(whole[0]?.lines).toMatchObject([{ onHand: (250 * 251) / 2 }])
  const paged: StockLedgerEntry[] = []
  let next: string | undefined = '?limit=60'
  while (next !== undefined) {
    const page = await ledger(next)
    paged.push(...((await page.json()) as StockLedgerEntry[]))
    next = /<(.*?)>/.exec(page.headers.get('link') ?? '')?.[1]
  }
  expect(paged).toEqual(whole)
})

test('the ledger is only for admins and existing products, and refuses cursors of other lists', async () => {
  await inStock(root, StockCounted({ productId, ...SHARED, available: 5 }))
  expect((await shop.ask(`/admin/products/${productId}/stock`, { as: 'ada' })).status).toBe(403)
  expect((await shop.ask('/admin/products/nothing/stock', { as: 'root' })).status).toBe(404)
  await shop.happened(ProductListed({ productId: 'new', details: sampleProduct }))
  expect(await shop.body('/admin/products/new/stock', 'root')).toEqual([])
  expect((await shop.ask(`/admin/products/${productId}~0/stock`, { as: 'root' })).status).toBe(404)
  expect((await ledger('?cursor=x')).status).toBe(400)
})
