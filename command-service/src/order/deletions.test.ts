import { OrderDeleted, OrderRestored, RefundCaseOpened } from '@shop/language/order/events'
import { PiecesReclaimed, ReclaimBegun } from '@shop/language/order/piece-events'
import { nothingSince } from '@shop/language/test-support/sample-order'
import { describe, expect, test } from 'vitest'
import { specOf } from '../spec.ts'
import {
  asked,
  at,
  becomes,
  booked,
  captureId,
  facts,
  givenUp,
  made,
  ofShirt,
  orderAfter,
  orderId,
  placed,
} from '../test-support/two-shirts.ts'
import { orderDecider } from './order-decider.ts'

const { given } = specOf(orderDecider)
const sold = [{ productId: 'shirt', quantity: 2 }]
const deleted = (status: 'Processing' | 'Shipped' | 'Delivered' | 'Cancelled', dueCents: number) =>
  OrderDeleted({ ...booked, status, lines: sold, dueCents })
const restored = (more: object = {}) =>
  OrderRestored({ ...facts, status: 'Processing', refundDue: false, ...nothingSince, ...more })
const remove = { type: 'Delete' } as const
const restore = { type: 'Restore', at } as const
const places = { held: 0, sent: 0, givenUp: 0, gone: 0, untaken: 0 }
const holdId = `${orderId}~again1`
const lines = [{ productId: 'shirt', size: '', color: '', quantity: 2 }]
const begin = { type: 'BeginReclaim', before: 'restoring' } as const
const begun = ReclaimBegun({ orderId, holdId, pieces: ofShirt(2) })
const sent = becomes('Processing', 'Shipped')
const whenDeleted = [deleted('Processing', 5000), givenUp(1, 2, 'deleted')] as const

describe('deleting an order', () => {
  test('that is paid and not delivered leaves its payment due, and returns unsent pieces to stock', () => {
    given(placed)
      .when(remove)
      .thenEvents(...whenDeleted)
    given(placed, sent).when(remove).thenEvents(deleted('Shipped', 5000))
  })

  test('that is delivered, or cancelled and settled, leaves no payment due', () => {
    given(placed, sent, becomes('Shipped', 'Delivered')).when(remove).thenEvents(deleted('Delivered', 0))
    const cancelled = [becomes('Processing', 'Cancelled'), givenUp(1, 2)] as const
    given(placed, ...cancelled)
      .when(remove)
      .thenEvents(deleted('Cancelled', 0))
    const open = RefundCaseOpened({ orderId, captureId, amountCents: 5000 })
    given(placed, ...cancelled, open)
      .when(remove)
      .thenEvents(deleted('Cancelled', 5000))
  })

  test('makes it unknown to all commands except commands that undo or settle the deletion', () => {
    given(placed, ...whenDeleted)
      .when(remove)
      .thenRefused('NOT_FOUND')
    given(placed, ...whenDeleted)
      .when({ type: 'ChangeStatus', status: 'Shipped', at })
      .thenRefused('NOT_FOUND')
    given(placed, ...whenDeleted)
      .when({ type: 'BeginReclaim', before: 'leaving Cancelled' })
      .thenRefused('NOT_FOUND')
  })
})

describe('restoring an order', () => {
  test('takes its pieces from stock again first', () => {
    given(placed, ...whenDeleted)
      .when(begin)
      .thenEvents(begun)
    given(placed, ...whenDeleted)
      .when(restore)
      .thenRefused('CONFLICT')
    given(placed, ...whenDeleted, begun)
      .when(restore)
      .thenRefused('CONFLICT')
    given(placed, ...whenDeleted, begun)
      .when({ ...restore, reserved: { holdId, lines } })
      .thenEvents(
        PiecesReclaimed({ orderId, holdId, pieces: ofShirt(2), lines }),
        restored({ lines: [{ ...places, held: 2 }] }),
      )
  })

  test('that was deleted by an earlier version, which returned no pieces, takes no pieces', () => {
    const earlier = deleted('Processing', 0)
    given(placed, earlier).when(begin).thenNothing()
    given(placed, earlier)
      .when(restore)
      .thenEvents(restored({ lines: [{ ...places, held: 2 }] }))
  })

  test('that was shipped or cancelled leaves its pieces and status unchanged', () => {
    given(placed, sent, deleted('Shipped', 5000))
      .when(restore)
      .thenEvents(restored({ status: 'Shipped', shippedAt: booked.at, lines: [{ ...places, sent: 2 }] }))
    const open = RefundCaseOpened({ orderId, captureId, amountCents: 5000 })
    const history = [
      placed,
      becomes('Processing', 'Cancelled'),
      givenUp(1, 2),
      open,
      deleted('Cancelled', 5000),
    ] as const
    given(...history)
      .when(begin)
      .thenNothing()
    given(...history)
      .when(restore)
      .thenEvents(
        restored({ status: 'Cancelled', cancelledAt: booked.at, refundDue: true, lines: [{ ...places, givenUp: 2 }] }),
      )
  })

  test('after a refund brings it back as Cancelled, without its pieces', () => {
    const refund = asked('r1', 5000, [{ line: 0, quantity: 2, held: 0, restock: 0 }])
    for (const events of [[refund], [refund, made('r1', 5000, 'Processing', true)]]) {
      given(placed, ...whenDeleted, ...events)
        .when(begin)
        .thenNothing()
      const order = orderAfter(placed, ...whenDeleted, ...events)
      const [event, ...rest] = orderDecider.decide(restore, order)
      expect(event).toMatchObject({ data: { status: 'Cancelled', lines: [{ ...places, givenUp: 2 }] } })
      expect(rest).toEqual([])
      const after = orderAfter(placed, ...whenDeleted, ...events, event!)
      expect(after).toMatchObject({ status: 'Cancelled', deleted: false })
      expect(() => orderDecider.decide({ type: 'ChangeStatus', status: 'Shipped', at }, after)).toThrow(
        'Place a new order',
      )
    }
  })

  test('after a part was refunded leaves the rest of the payment due', () => {
    const part = [asked('r1', 3000), made('r1', 3000, 'Processing', true)] as const
    for (const events of [part.slice(0, 1), part]) {
      const [event] = orderDecider.decide(restore, orderAfter(placed, ...whenDeleted, ...events))
      expect(event).toMatchObject({ data: { status: 'Cancelled', refundDue: true } })
    }
    const [event] = orderDecider.decide(restore, orderAfter(placed, ...whenDeleted, asked('r1', 5000)))
    expect(event).toMatchObject({ data: { status: 'Cancelled', refundDue: false } })
  })

  test('of a shipped order after a refund awaits its pieces', () => {
    const history = [placed, sent, deleted('Shipped', 5000), asked('r1', 5000)] as const
    const events = orderDecider.decide(restore, orderAfter(...history))
    expect(events).toMatchObject([
      { data: { status: 'Cancelled' } },
      { type: 'ReturnAwaited', data: { pieces: [{ quantity: 2 }] } },
    ])
  })

  test('changes nothing about an order that is not deleted, and is refused for an unknown order', () => {
    given(placed).when(restore).thenNothing()
    given(placed).when(begin).thenNothing()
    given().when(restore).thenRefused('NOT_FOUND')
  })

  test('allows deleting it again', () => {
    const history = [placed, deleted('Processing', 0), restored({ lines: [{ ...places, held: 2 }] })] as const
    given(...history)
      .when(remove)
      .thenEvents(...whenDeleted)
  })
})

describe('the refund of a deleted order', () => {
  const refund = { type: 'RefundDeleted', refundId: 'r1', reason: 'Deleted', at } as const
  const requested = asked('r1', 5000, [{ line: 0, quantity: 2, held: 0, restock: 0 }], 'Deleted')

  test('returns all that is left, once', () => {
    given(placed, ...whenDeleted)
      .when(refund)
      .thenEvents(requested)
    given(placed, ...whenDeleted, requested)
      .when(refund)
      .thenNothing()
  })

  test('is refused once the order was restored', () => {
    given(placed, deleted('Processing', 0), restored()).when(refund).thenRefused('CONFLICT')
  })
})
