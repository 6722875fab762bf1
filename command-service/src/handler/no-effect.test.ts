import { cartStream } from '@shop/language/cart/events'
import { orderStream } from '@shop/language/order/events'
import { boughtOf, sampleLine } from '@shop/language/test-support/sample-order'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderDecider } from '../order/order-decider.ts'
import type { Order } from '../order/order-state.ts'
import { type Room, startRoom } from '../test-support/start-room.ts'

let room: Room
let productId: string
beforeAll(async () => {
  room = await startRoom()
  productId = (await room.list({ sku: 'NONE-1' }))._id
})
afterAll(() => room.stop())

const typesIn = async (stream: string) => (await Array.fromAsync(room.log.readStream(stream))).map(({ type }) => type)

test('a late retry of a removal that removed nothing does not remove pieces that were added since', async () => {
  const guestId = `guest_1_${'r'.repeat(22)}`
  const line = { productId, size: 'M', color: 'Red', guestId }
  const remove = () => room.ask('DELETE', '/cart', { key: 'late', body: line })
  const first = await remove()
  expect(first).toMatchObject({ status: 200, body: { products: [] } })
  await room.ask('POST', '/cart', { body: { ...line, quantity: 2 } })
  expect((await remove()).body).toEqual(first.body)
  const { body } = await room.ask('PUT', '/cart', { body: { ...line, quantity: 3 } })
  expect(body.products).toHaveLength(1)
  expect(await typesIn(cartStream(guestId))).toEqual(['NothingChanged', 'ItemAddedToCart', 'CartQuantityChanged'])
})

test('without an Idempotency-Key, a command that changes nothing appends no event', async () => {
  const guestId = `guest_2_${'r'.repeat(22)}`
  const line = { productId, size: 'M', color: 'Red', guestId }
  await room.ask('DELETE', '/cart', { body: line })
  await room.ask('DELETE', '/cart', { body: line, headers: { 'x-command-id': crypto.randomUUID() } })
  expect(await typesIn(cartStream(guestId))).toEqual([])
})

test('a write that the gateway sends twice is handled once', async () => {
  const guestId = `guest_3_${'r'.repeat(22)}`
  const asking = {
    body: { productId, size: 'M', color: 'Red', guestId, quantity: 1 },
    headers: { 'x-command-id': crypto.randomUUID() },
  }
  const first = await room.ask('POST', '/cart', asking)
  expect((await room.ask('POST', '/cart', asking)).body).toEqual(first.body)
  expect(await typesIn(cartStream(guestId))).toEqual(['ItemAddedToCart'])
})

test('a late retry of a merge of an empty cart does not merge pieces that the guest has added since', async () => {
  const guestId = `guest_4_${'r'.repeat(22)}`
  const { token } = await room.register('ada')
  const merge = () => room.ask('POST', '/cart/merge', { token, key: 'late', body: { guestId } })
  expect((await merge()).body.products).toEqual([])
  await room.ask('POST', '/cart', { body: { productId, size: 'M', color: 'Red', guestId, quantity: 1 } })
  expect((await merge()).body.products).toEqual([])
})

test('a late retry of a status change that changed nothing does not undo a later change', async () => {
  const { commands } = room.parts
  const metadata = { correlationId: 'r', causationId: 'place', actor: { role: 'system' as const } }
  const facts = { ...placed, orderId: 'o1' } as Order['facts']
  await commands.handle(orderDecider, orderStream('o1'), { type: 'Place', facts }, metadata)
  const change = (status: string, key?: string) =>
    room.ask('PUT', '/orders/o1', { token: room.adminToken, body: { status }, ...(key && { key }) })
  const first = await change('Processing', 'late')
  expect(first).toMatchObject({ status: 200, body: { status: 'Processing' } })
  await change('Shipped')
  expect((await change('Processing', 'late')).body).toEqual(first.body)
  expect((await commands.load(orderDecider, orderStream('o1'))).state?.status).toBe('Shipped')
})

const placed = {
  ...boughtOf({ ...sampleLine, productId: 'p', name: 'Shirt', priceCents: 1, paidCents: 1 }),
  captureId: 'capture',
  paidAt: '2026-01-01T00:00:00.000Z',
  placedAt: '2026-01-01T00:00:00.000Z',
}
