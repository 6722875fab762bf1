import { OrderStatusChanged } from '@shop/language/order/events'
import { OrderRefundRefused } from '@shop/language/order/refund-events'
import { ReturnReceived, ReturnRequested } from '@shop/language/order/return-events'
import { expect, test } from 'vitest'
import { at, becomes, booked, customerId, orderAfter, orderId, pieces, placed } from '../test-support/two-shirts.ts'
import type { ReturnCommand } from './decide-return.ts'
import type { OrderCommand } from './order-decider.ts'
import { orderDecider } from './order-decider.ts'

const decided = (order: ReturnType<typeof orderAfter>, command: OrderCommand) =>
  orderDecider.decide(command, order).filter(({ type }) => type !== 'PiecesGivenUp')
const sent = becomes('Processing', 'Shipped')
const asks = { type: 'RequestReturn', returnId: 't1', pieces: pieces(1), at } as const
const receives = (more: object): ReturnCommand => ({
  ...{ type: 'ReceiveReturn', returnId: 't1', refundId: 'r1', at, received: [{ line: 0, quantity: 1, restocked: 1 }] },
  ...more,
})

test('the order and its refund contain the reason that a customer chose for a cancellation', () => {
  const command = { type: 'Cancel', refundId: 'r1', at, chosenReason: 'changed-mind', reason: 'Sorry' } as const
  const events = decided(orderAfter(placed), command)
  const why = { chosenReason: 'changed-mind', reason: 'Sorry' }
  expect(events).toMatchObject([
    { type: 'OrderStatusChanged', data: why },
    { type: 'OrderRefundRequested', data: why },
  ])
  expect(orderAfter(placed, ...events)).toMatchObject({
    cancelReason: 'changed-mind',
    refunds: [{ chosenReason: 'changed-mind' }],
  })
})

test('the refund of a cancellation without a reason has the cancellation as its reason', () => {
  const reasonOf = (command: OrderCommand) =>
    decided(orderAfter(placed), command).find(({ type }) => type === 'OrderRefundRequested')?.data
  const said = { chosenReason: null, reason: 'The order was cancelled' }
  expect(reasonOf({ type: 'Cancel', refundId: 'r1', at })).toMatchObject(said)
  const all = { type: 'ChangeStatus', status: 'Cancelled', refund: { refundId: 'r1' }, at } as const
  expect(reasonOf(all)).toMatchObject(said)
  expect(reasonOf({ ...all, chosenReason: 'late' })).toMatchObject({ chosenReason: 'late', reason: null })
})

test('the chosen reason of a cancellation stays when words are added, and ends when the order is no longer cancelled', () => {
  const cancelled = OrderStatusChanged({ ...booked, from: 'Processing', to: 'Cancelled', chosenReason: 'late' })
  const again = { type: 'ChangeStatus', status: 'Cancelled', at } as const
  const order = orderAfter(placed, cancelled)
  const [said] = decided(order, { ...again, reason: 'By two weeks' })
  expect(orderAfter(placed, cancelled, said!).cancelReason).toBe('late')
  expect(decided(order, { ...again, chosenReason: 'late' })).toEqual([])
  expect(decided(order, { ...again, chosenReason: 'quality' })).toMatchObject([{ data: { chosenReason: 'quality' } }])
  expect(orderAfter(placed, cancelled, becomes('Cancelled', 'Processing')).cancelReason).toBeUndefined()
})

test('a return has the reason that its customer chose or wrote, and its refund has the same chosen reason', () => {
  const wanted = { orderId, customerId, returnId: 't1', pieces: pieces(1), at }
  expect(decided(orderAfter(placed, sent), { ...asks, chosenReason: 'too-small' })).toEqual([
    ReturnRequested({ ...wanted, chosenReason: 'too-small', reason: null }),
  ])
  expect(decided(orderAfter(placed, sent), { ...asks, reason: 'At the sleeves' })).toEqual([
    ReturnRequested({ ...wanted, chosenReason: null, reason: 'At the sleeves' }),
  ])
  const order = orderAfter(placed, sent, ReturnRequested({ ...wanted, chosenReason: 'too-small', reason: null }))
  expect(decided(order, receives({}))).toMatchObject([
    { type: 'ReturnReceived', data: { chosenReason: null } },
    { type: 'OrderRefundRequested', data: { chosenReason: 'too-small' } },
  ])
})

test('the admin who receives a return may choose another reason, which counts from then on', () => {
  const asked = decided(orderAfter(placed, sent), { ...asks, chosenReason: 'too-small' })
  const events = decided(orderAfter(placed, sent, ...asked), receives({ chosenReason: 'quality' }))
  expect(events).toMatchObject([
    { type: 'ReturnReceived', data: { chosenReason: 'quality' } },
    { type: 'OrderRefundRequested', data: { chosenReason: 'quality' } },
  ])
  const [same] = decided(orderAfter(placed, sent, ...asked), receives({ chosenReason: 'too-small' }))
  expect(same).toMatchObject({ type: 'ReturnReceived', data: { chosenReason: null } })
  const received = ReturnReceived({ orderId, returnId: 't1', pieces: [], chosenReason: null, at })
  expect(orderAfter(placed, sent, ...asked, ...events).returns).toMatchObject([{ chosenReason: 'quality' }])
  expect(orderAfter(placed, sent, ...asked, received).returns).toMatchObject([{ chosenReason: 'too-small' }])
})

test('a refund keeps its reason when it is refused, and when the order is deleted and restored', () => {
  const refund = { type: 'RequestRefund', refundId: 'r1', at, amountCents: 100, chosenReason: 'other' } as const
  const history = [placed, sent, ...decided(orderAfter(placed, sent), { ...refund, reason: 'A gift' })]
  const refused = OrderRefundRefused({ orderId, refundId: 'r1', amountCents: 100, code: 'NO' })
  const order = orderAfter(...history, refused)
  expect(order.refunds).toMatchObject([{ state: 'refused', chosenReason: 'other', code: 'NO' }])
  const deleted = orderDecider.decide({ type: 'Delete' }, order)
  const restored = orderDecider.decide({ type: 'Restore', at }, orderAfter(...history, refused, ...deleted))
  expect(restored.at(-1)).toMatchObject({ type: 'OrderRestored', data: { refunds: [{ chosenReason: 'other' }] } })
})
