import { NOTED } from '@shop/language/order/books'
import { isToShip, toShipOf } from '@shop/language/order/lines'
import { returnablePieces } from '@shop/language/order/pieces'
import { OrderRefundFailed, OrderRefundPending, RefundNoted } from '@shop/language/order/refund-events'
import { describe, expect, test } from 'vitest'
import { specOf } from '../spec.ts'
import { asked, at, becomes, booked, givenUp, made, orderAfter, orderId, placed } from '../test-support/two-shirts.ts'
import { orderDecider } from './order-decider.ts'

const { given } = specOf(orderDecider)
const refund = (more: object) => ({ type: 'RequestRefund', refundId: 'r1', reason: 'Torn', at, ...more }) as const
const requested = (amountCents: number, quantity: number, held: number, restock: number) =>
  asked('r1', amountCents, [{ line: 0, quantity, held, restock }], 'Torn')
const one = { line: 0, quantity: 1 }
const sent = becomes('Processing', 'Shipped')
const noteMade = { type: 'NoteRefunded', refundId: 'r1', providerRefundId: 'P-r1' } as const
const backInStock = givenUp(1, 1, 'refunded', { refundId: 'r1' })

describe('refunded pieces', () => {
  test('go back into stock unless they were sent or an admin chooses otherwise', () => {
    given(placed)
      .when(refund({ pieces: [one] }))
      .thenEvents(requested(2500, 1, 1, 1))
    given(placed)
      .when(refund({ pieces: [{ ...one, restock: false }] }))
      .thenEvents(requested(2500, 1, 1, 0))
    given(placed, sent)
      .when(refund({ pieces: [one] }))
      .thenEvents(requested(2500, 1, 0, 0))
    given(placed, sent)
      .when(refund({ pieces: [{ ...one, restock: true }] }))
      .thenEvents(requested(2500, 1, 0, 1))
  })

  test('that were not sent are kept back when the refund is requested, and leave the order when the refund is made', () => {
    const asks = requested(2500, 1, 1, 1)
    expect(toShipOf(orderAfter(placed, asks), 0)).toBe(1)
    given(placed, asks).when(noteMade).thenEvents(made('r1', 2500), backInStock)
    expect(toShipOf(orderAfter(placed, asks, made('r1', 2500), backInStock), 0)).toBe(1)
    const writtenOff = givenUp(1, 1, 'refunded', { refundId: 'r1', toStock: 0 })
    given(placed, requested(2500, 1, 1, 0))
      .when(noteMade)
      .thenEvents(made('r1', 2500), writtenOff)
  })

  test('that were sent stay with the customer, or go back into stock if an admin chooses that', () => {
    given(placed, sent, requested(2500, 1, 0, 0))
      .when(noteMade)
      .thenEvents(made('r1', 2500, 'Shipped'))
    given(placed, sent, requested(2500, 1, 0, 1))
      .when(noteMade)
      .thenEvents(made('r1', 2500, 'Shipped'), backInStock)
  })

  test('that were sent go back into stock even if the order is set back to Processing before the refund is made', () => {
    const back = [placed, sent, requested(2500, 1, 0, 1), becomes('Shipped', 'Processing')] as const
    given(...back)
      .when(noteMade)
      .thenEvents(made('r1', 2500), backInStock)
    expect(orderAfter(...back, made('r1', 2500), backInStock).lines).toMatchObject([{ held: 1, sent: 0, gone: 1 }])
    given(...back, becomes('Processing', 'Shipped'))
      .when(noteMade)
      .thenEvents(made('r1', 2500, 'Shipped'), backInStock)
    const order = orderAfter(...back, becomes('Processing', 'Shipped'), made('r1', 2500, 'Shipped'), backInStock)
    expect(order.lines).toMatchObject([{ held: 0, sent: 1, gone: 1 }])
  })

  test('must be sent after all if the refund fails, and stay in the shop if other pieces are sent meanwhile', () => {
    const pending = OrderRefundPending({ orderId, refundId: 'r1', providerRefundId: 'P-r1', amountCents: 2500, at })
    const { placedAt } = booked
    const failed = OrderRefundFailed({
      ...{ ...pending.data, code: 'REFUND_FAILED', wasMade: false },
      ...{ placedAt, status: 'Processing', deleted: false },
    })
    const asks = [placed, requested(2500, 1, 1, 1), pending] as const
    expect(toShipOf(orderAfter(...asks), 0)).toBe(1)
    expect(toShipOf(orderAfter(...asks, failed), 0)).toBe(2)
    const order = orderAfter(...asks, sent, failed)
    expect(order.lines).toMatchObject([{ held: 1, sent: 1 }])
    given(...asks, sent, failed)
      .when({ ...refund({ pieces: [one] }), refundId: 'r2' })
      .thenEvents(asked('r2', 2500, [{ ...one, held: 1, restock: 1 }], 'Torn'))
  })

  test('do not go back a second time if a cancellation has given them up meanwhile', () => {
    const history = [placed, requested(2500, 1, 1, 1), becomes('Processing', 'Cancelled'), givenUp(1, 2)] as const
    given(...history)
      .when(noteMade)
      .thenEvents(made('r1', 2500, 'Cancelled'))
  })

  test('also go back into stock if the money was refunded at the provider instead', () => {
    const there = {
      captureId: 'cap1',
      currency: 'USD',
      status: 'made',
      providerRefundId: 'P1',
      amountCents: 5000,
    } as const
    const events = orderDecider.decide(
      { type: 'NoteFullyRefunded', refundId: 'r1', reported: [there], at },
      orderAfter(placed, requested(5000, 2, 2, 2)),
    )
    expect(events).toMatchObject([
      { type: 'OrderRefundRefused', data: { code: NOTED } },
      { type: 'PiecesGivenUp', data: { pieces: [{ quantity: 2, toStock: 2 }] } },
      { type: 'RefundNoted' },
    ])
  })
})

describe('an order whose whole payment is refunded', () => {
  test('has nothing left to ship, whether the shop requests the refund or the provider reports it', () => {
    const { placedAt } = booked
    const noted = RefundNoted({
      orderId,
      providerRefundId: 'P1',
      amountCents: 5000,
      at,
      placedAt,
      status: 'Processing',
      deleted: false,
    })
    expect(isToShip(orderAfter(placed))).toBe(true)
    for (const event of [noted, asked('r1', 5000)]) expect(isToShip(orderAfter(placed, event))).toBe(false)
  })

  test('returns all its pieces to stock with the refund of the last amount', () => {
    given(placed, asked('r0', 2000))
      .when(refund({ amountCents: 3000 }))
      .thenEvents(requested(3000, 2, 2, 2))
  })
})

test('pieces cannot be returned before they are sent', () => {
  expect(returnablePieces(orderAfter(placed), 0)).toBe(0)
  expect(returnablePieces(orderAfter(placed, sent), 0)).toBe(2)
})
