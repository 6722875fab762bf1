import { AccountErased } from '@shop/language/account/events'
import { NoteWritten } from '@shop/language/customer/note-events'
import { MAX_LISTED } from '@shop/language/limits'
import { OrderPlaced } from '@shop/language/order/events'
import { RefundNoted } from '@shop/language/order/refund-events'
import { boughtOf, sampleLine } from '@shop/language/test-support/sample-order'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startShop } from './test-support/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeEach(async () => {
  shop = await startShop()
  await shop.people()
})
afterEach(() => shop.close())

const item = { ...sampleLine, productId: 'p1', name: 'Shirt', color: 'Blue', priceCents: 4900, paidCents: 4900 }
const placed = (orderId: string, customerId: string, day: string) =>
  OrderPlaced({
    orderId,
    ...boughtOf(item),
    customerId,
    captureId: `capture-${orderId}`,
    paidAt: `${day}T10:00:00.000Z`,
    placedAt: `${day}T10:00:00.000Z`,
  })
const note = (noteId: string, customerId: string, orderId: string | null, at: string) =>
  NoteWritten({ noteId, customerId, orderId, authorId: 'root', text: `Note ${noteId}`, at })

test('only admins see a customer’s page: the email, the sums of the orders, and the notes, newest first', async () => {
  const refund = {
    providerRefundId: 'r1',
    amountCents: 900,
    at: '',
    placedAt: '',
    status: 'Processing',
    deleted: false,
  } as const
  await shop.happened(
    placed('o1', 'ada', '2026-01-08'),
    placed('o2', 'ada', '2026-01-09'),
    placed('o3', 'bob', '2026-01-09'),
  )
  await shop.happened(RefundNoted({ orderId: 'o1', ...refund }))
  await shop.happened(note('n1', 'ada', null, '2026-01-09'), note('n2', 'ada', 'o1', '2026-01-10'))
  await shop.happened(note('n3', 'bob', null, '2026-01-10'))
  expect(await shop.body('/admin/users/ada', 'root')).toMatchObject({
    _id: 'ada',
    name: 'Ada Byron',
    email: expect.stringContaining('@'),
    role: 'customer',
    orders: { count: 2, paid: 98, refunded: 9, isAll: true, lastAt: '2026-01-09T10:00:00.000Z' },
    notes: [
      { _id: 'n2', text: 'Note n2', by: expect.any(String), orderId: 'o1' },
      { _id: 'n1', text: 'Note n1' },
    ],
  })
  for (const [path, as, status] of [
    ['/admin/users/ada', 'ada', 403],
    ['/admin/users/nobody', 'root', 404],
  ] as const)
    expect((await shop.ask(path, { as })).status).toBe(status)
  await shop.happened(AccountErased({ accountId: 'ada', emailKey: 'k' }))
  expect((await shop.ask('/admin/users/ada', { as: 'root' })).status).toBe(404)
})

test('a customer without orders has no last order', async () => {
  const { orders, notes } = (await shop.body('/admin/users/bob', 'root')) as { orders: unknown; notes: unknown }
  expect(orders).toEqual({ count: 0, paid: 0, refunded: 0, isAll: true })
  expect(notes).toEqual([])
})

test('for a customer with many orders, only the newest orders are read and added up', async () => {
  const many = Array.from({ length: MAX_LISTED + 1 }, (_, n) =>
    placed(`o${n}`, 'ada', `2026-01-${n === 0 ? '08' : '09'}`),
  )
  await shop.happened(...many)
  expect(await shop.body('/admin/users/ada', 'root')).toMatchObject({
    orders: { count: MAX_LISTED, paid: 49 * MAX_LISTED, isAll: false, lastAt: '2026-01-09T10:00:00.000Z' },
  })
})
