import { OrderStatusChanged, RefundCaseClosed, RefundCaseOpened } from '@shop/language/order/events'
import { awaitedOf, toShipOf } from '@shop/language/order/lines'
import {
  PiecesReclaimed,
  ReclaimBegun,
  ReclaimEnded,
  ReturnAwaited,
  ReturnClosed,
} from '@shop/language/order/piece-events'
import { OrderRefundFailed, OrderRefundPending, OrderRefundRefused } from '@shop/language/order/refund-events'
import { ReturnReceived, ReturnRequested } from '@shop/language/order/return-events'
import type { OrderStatus } from '@shop/language/order/status'
import { idFrom } from '@shop/language/values/id-from'
import { describe, expect, test } from 'vitest'
import { specOf } from '../spec.ts'
import {
  asked,
  at,
  becomes,
  booked,
  captureId,
  customerId,
  givenUp,
  made,
  ofShirt,
  orderAfter,
  orderId,
  pieces,
  placed,
} from '../test-support/two-shirts.ts'
import { orderDecider } from './order-decider.ts'

const { given } = specOf(orderDecider)
const caseOpened = (amountCents = 5000) => RefundCaseOpened({ orderId, captureId, amountCents })
const caseClosed = RefundCaseClosed({ orderId, customerId, reason: 'The order is no longer cancelled' })
const cancelled = [becomes('Processing', 'Cancelled'), givenUp(1, 2), caseOpened()] as const
const [sent, delivered] = [becomes('Processing', 'Shipped'), becomes('Shipped', 'Delivered')]
/** The return that a cancellation of the shipped order awaits. */
const awaitedId = idFrom('awaited', orderId, '0')
const awaited = ReturnAwaited({ orderId, returnId: awaitedId, pieces: pieces(2), at })
const cancelledAfterShipping = [becomes('Shipped', 'Cancelled'), awaited, caseOpened()] as const

const change = (status: OrderStatus, more: object = {}) => ({ type: 'ChangeStatus', status, at, ...more }) as const
const holdId = `${orderId}~again1`
const lines = [{ productId: 'shirt', size: '', color: '', quantity: 2 }]
const reserved = { holdId, lines }
const begun = ReclaimBegun({ orderId, holdId, pieces: ofShirt(2) })
const heldAgain = PiecesReclaimed({ orderId, holdId, pieces: ofShirt(2), lines })
const begin = { type: 'BeginReclaim', before: 'leaving Cancelled' } as const

describe('a cancellation before shipping', () => {
  test('returns the pieces to stock, and opens a refund case', () => {
    given(placed)
      .when(change('Cancelled'))
      .thenEvents(...cancelled)
  })

  test('writes the pieces off if an admin chooses that, and has a message for the customer', () => {
    const message = 'It was damaged'
    given(placed)
      .when(change('Cancelled', { restock: false, message }))
      .thenEvents(
        OrderStatusChanged({ ...booked, from: 'Processing', to: 'Cancelled', message }),
        givenUp(1, 2, 'cancelled', { toStock: 0 }),
        caseOpened(),
      )
  })

  test('keeps its reason and message when only a tracking number is added', () => {
    const cancelled = OrderStatusChanged({
      ...booked,
      from: 'Processing',
      to: 'Cancelled',
      reason: 'Torn',
      message: 'Sorry',
    })
    const numbered = OrderStatusChanged({ ...booked, from: 'Cancelled', to: 'Cancelled', trackingNumber: 'T1' })
    expect(orderAfter(placed, cancelled, numbered)).toMatchObject({ reason: 'Torn', message: 'Sorry' })
    const resumed = becomes('Cancelled', 'Processing')
    expect(orderAfter(placed, cancelled, resumed)).toMatchObject({ reason: null, message: null })
  })

  test('refunds all that is left, or an amount, or nothing with a reason, in the same command', () => {
    const refund = { refundId: 'r1' }
    const [status, gave] = cancelled
    const why = 'The order was cancelled'
    given(placed)
      .when(change('Cancelled', { refund }))
      .thenEvents(status, gave, asked('r1', 5000, [{ line: 0, quantity: 2, held: 0, restock: 0 }], why))
    given(placed)
      .when(change('Cancelled', { refund: { ...refund, amountCents: 4000 } }))
      .thenEvents(status, gave, asked('r1', 4000, [], why))
    given(placed)
      .when(change('Cancelled', { refund: { ...refund, amountCents: 5001 } }))
      .thenRefused('CONFLICT')
    const reason = 'Paid back in the shop'
    given(placed)
      .when(change('Cancelled', { refund: 'none', reason }))
      .thenEvents(
        OrderStatusChanged({ ...booked, from: 'Processing', to: 'Cancelled', reason }),
        gave,
        caseOpened(),
        RefundCaseClosed({ orderId, customerId, reason }),
      )
  })

  test('cannot be repeated with an admin’s choices', () => {
    for (const choice of [{ refund: { refundId: 'r1' } }, { restock: true }, { message: 'Sorry' }])
      given(placed, ...cancelled)
        .when(change('Cancelled', choice))
        .thenRefused('CONFLICT')
  })

  test('closes returns that an earlier version accepted before shipping, because their pieces never left the shop', () => {
    const asks = ReturnRequested({
      orderId,
      customerId,
      returnId: 't1',
      pieces: pieces(2),
      chosenReason: null,
      reason: null,
      at,
    })
    const closed = ReturnClosed({ orderId, returnId: 't1', at })
    const [status, ...rest] = cancelled
    given(placed, asks)
      .when(change('Cancelled'))
      .thenEvents(status, closed, ...rest)
    expect(orderAfter(placed, asks, status, closed, ...rest).returns).toMatchObject([{ received: [], closed: true }])
  })
})

describe('the case of a cancelled order', () => {
  const cancelledAfter = [placed, asked('r1', 1000), becomes('Processing', 'Cancelled'), givenUp(1, 2), caseOpened()]

  test('stays open when a refund requested before the cancellation is made', () => {
    expect(orderAfter(...cancelledAfter, made('r1', 1000, 'Cancelled')).refundDue).toBe(true)
    const refused = OrderRefundRefused({ orderId, refundId: 'r1', amountCents: 1000, code: 'NO' })
    const again = [refused, asked('r1~1', 1000), made('r1~1', 1000, 'Cancelled')]
    expect(orderAfter(...cancelledAfter, ...again).refundDue).toBe(true)
  })

  test('ends with a later refund, or when nothing is left', () => {
    expect(orderAfter(...cancelledAfter, asked('r2', 500), made('r2', 500, 'Cancelled')).refundDue).toBe(false)
    const rest = [asked('r2', 4000), made('r2', 4000, 'Cancelled')]
    expect(orderAfter(...cancelledAfter, ...rest, made('r1', 1000, 'Cancelled')).refundDue).toBe(false)
  })
})

describe('leaving Cancelled before shipping', () => {
  test('needs the pieces, which must be taken from stock again first', () => {
    given(placed, ...cancelled)
      .when(begin)
      .thenEvents(begun)
    given(placed, ...cancelled, begun)
      .when(begin)
      .thenNothing()
    for (const to of ['Processing', 'Shipped', 'Delivered'] as const) {
      given(placed, ...cancelled)
        .when(change(to))
        .thenRefused('CONFLICT')
      given(placed, ...cancelled, begun)
        .when(change(to))
        .thenRefused('CONFLICT')
      given(placed, ...cancelled, begun)
        .when(change(to, { reserved }))
        .thenEvents(heldAgain, caseClosed, becomes('Cancelled', to))
    }
  })

  test('is refused if the hold of its pieces has ended', () => {
    const ended = ReclaimEnded({ orderId, holdId })
    given(placed, ...cancelled, begun)
      .when({ type: 'EndReclaim', holdId })
      .thenEvents(ended)
    given(placed, ...cancelled, begun, ended)
      .when(change('Processing', { reserved }))
      .thenRefused('CONFLICT')
    const next = { ...begun.data, holdId: `${orderId}~again2` }
    given(placed, ...cancelled, begun, ended)
      .when(begin)
      .thenEvents(ReclaimBegun(next))
  })

  test('and cancelling again returns the pieces again', () => {
    const back = [placed, ...cancelled, begun, heldAgain, caseClosed, becomes('Cancelled', 'Processing')] as const
    given(...back)
      .when(change('Cancelled'))
      .thenEvents(becomes('Processing', 'Cancelled'), givenUp(2, 2), caseOpened())
    expect(toShipOf(orderAfter(...back), 0)).toBe(2)
  })

  const r1 = asked('r1', 5000, [])
  const pending = OrderRefundPending({ orderId, refundId: 'r1', providerRefundId: 'P-r1', amountCents: 5000, at })
  test.each([
    ['requested', [r1]],
    ['pending', [r1, pending]],
    ['made', [r1, made('r1', 5000, 'Cancelled')]],
    ['requested in part', [asked('r1', 100)]],
  ] as const)('is refused once a refund is %s', (_, events) => {
    const order = given(placed, ...cancelled, ...events)
    order.when(begin).thenRefused('CONFLICT')
    for (const to of ['Processing', 'Shipped', 'Delivered'] as const) order.when(change(to)).thenRefused('CONFLICT')
    given(placed, ...cancelled, begun, ...events)
      .when(change('Processing', { reserved }))
      .thenRefused('CONFLICT')
  })

  test('is allowed again when the refund has failed', () => {
    const code = 'REFUND_FAILED'
    const taken = { placedAt: booked.placedAt, status: 'Cancelled', deleted: false } as const
    const failed = OrderRefundFailed({ ...pending.data, code, wasMade: false, ...taken })
    given(placed, ...cancelled, r1, pending, failed)
      .when(begin)
      .thenEvents(begun)
  })

  test('is allowed after a refund from before the cancellation, and takes only pieces that are not refunded', () => {
    const one = [{ line: 0, quantity: 1, held: 1, restock: 1 }]
    const refund = [asked('r1', 2500, one), made('r1', 2500), givenUp(1, 1, 'refunded', { refundId: 'r1' })] as const
    const last = [becomes('Processing', 'Cancelled'), givenUp(2, 1), caseOpened(2500)] as const
    given(placed, ...refund)
      .when(change('Cancelled'))
      .thenEvents(
        OrderStatusChanged({ ...booked, from: 'Processing', to: 'Cancelled', refundedCents: 2500 }),
        ...last.slice(1),
      )
    given(placed, ...refund, ...last)
      .when(begin)
      .thenEvents(ReclaimBegun({ ...begun.data, pieces: ofShirt(1) }))
  })
})

describe('a cancellation after shipping', () => {
  test('returns nothing to stock: the pieces are awaited, and a refund case is opened', () => {
    given(placed, sent)
      .when(change('Cancelled'))
      .thenEvents(...cancelledAfterShipping)
    const order = orderAfter(placed, sent, ...cancelledAfterShipping)
    expect(awaitedOf(order, 0)).toBe(2)
    given(placed, sent, delivered)
      .when(change('Cancelled'))
      .thenEvents(becomes('Delivered', 'Cancelled'), awaited, caseOpened())
  })

  test('awaits the pieces of an open return once', () => {
    const asks = ReturnRequested({
      orderId,
      customerId,
      returnId: 't1',
      pieces: pieces(1),
      chosenReason: null,
      reason: null,
      at,
    })
    const events = orderDecider.decide(change('Cancelled'), orderAfter(placed, sent, asks))
    expect(events).toMatchObject([{}, { type: 'ReturnAwaited', data: { pieces: pieces(1) } }, {}])
  })

  test('lets its pieces be received, restocked or written off, and refunds money only if an amount is given', () => {
    const received = [{ line: 0, quantity: 2, restocked: 1 }]
    const receive = { type: 'ReceiveReturn', returnId: awaitedId, refundId: 'r1', at, received } as const
    const receipt = ReturnReceived({ chosenReason: null, orderId, returnId: awaitedId, pieces: received, at })
    const history = [placed, sent, ...cancelledAfterShipping] as const
    given(...history)
      .when(receive)
      .thenEvents(receipt)
    const paid = { ...asked('r1', 3000, [{ line: 0, quantity: 2, held: 0, restock: 0 }]).data, returnId: awaitedId }
    given(...history)
      .when({ ...receive, amountCents: 3000 })
      .thenEvents(receipt, { type: 'OrderRefundRequested', data: paid })
    expect(orderAfter(...history, receipt).moves).toMatchObject([{ moveId: awaitedId, pieces: pieces(1) }])
  })

  test('is undone without taking pieces from stock, and no pieces are awaited any more', () => {
    const history = [placed, sent, ...cancelledAfterShipping] as const
    given(...history)
      .when(begin)
      .thenNothing()
    const closed = ReturnClosed({ orderId, returnId: awaitedId, at })
    for (const to of ['Processing', 'Shipped', 'Delivered'] as const)
      given(...history)
        .when(change(to))
        .thenEvents(closed, caseClosed, becomes('Cancelled', to))
    const again = orderAfter(...history, closed, caseClosed, becomes('Cancelled', 'Delivered'))
    expect(again.lines).toEqual([{ held: 0, sent: 2, givenUp: 0, gone: 0, untaken: 0 }])
  })
})

describe('a status says where the pieces are', () => {
  test('Processing after a mistaken Shipped means that no piece has left, so a cancellation returns all pieces', () => {
    const history = [placed, sent, becomes('Shipped', 'Processing')] as const
    expect(toShipOf(orderAfter(...history), 0)).toBe(2)
    given(...history)
      .when(change('Cancelled'))
      .thenEvents(...cancelled)
  })

  test('the pieces of a received return are not moved again', () => {
    const asks = ReturnRequested({
      orderId,
      customerId,
      returnId: 't1',
      pieces: pieces(1),
      chosenReason: null,
      reason: null,
      at,
    })
    const got = [{ line: 0, quantity: 1, restocked: 1 }]
    const receipt = ReturnReceived({ chosenReason: null, orderId, returnId: 't1', pieces: got, at })
    const history = [placed, sent, asks, receipt, becomes('Shipped', 'Processing')] as const
    given(...history)
      .when(change('Cancelled'))
      .thenEvents(becomes('Processing', 'Cancelled'), givenUp(2, 1), caseOpened())
  })
})

describe('an order that an earlier version cancelled and resumed without taking its pieces', () => {
  /** The event in the form in which that version stored it. */
  const stored = (from: OrderStatus, to: OrderStatus) => {
    const { message: _message, movesPieces: _movesPieces, ...data } = becomes(from, to).data
    return OrderStatusChanged(OrderStatusChanged.lift(data, 2))
  }
  const earlier = stored('Processing', 'Cancelled')
  const history = [placed, earlier, caseOpened(), stored('Cancelled', 'Processing')] as const

  test('is still to be shipped, and holds pieces that are counted in stock too', () => {
    const order = orderAfter(...history)
    expect(toShipOf(order, 0)).toBe(2)
    expect(order.lines).toEqual([{ held: 2, sent: 0, givenUp: 0, gone: 0, untaken: 2 }])
  })

  test('returns nothing to stock when it is cancelled again, and can then take its pieces like any other order', () => {
    const again = [
      becomes('Processing', 'Cancelled'),
      givenUp(2, 2, 'cancelled', { toStock: 0 }),
      caseOpened(),
    ] as const
    given(...history)
      .when(change('Cancelled'))
      .thenEvents(...again)
    given(...history, ...again)
      .when(begin)
      .thenEvents(begun)
  })

  test('returns nothing to stock when a return is received either', () => {
    const asks = ReturnRequested({
      orderId,
      customerId,
      returnId: 't1',
      pieces: pieces(2),
      chosenReason: null,
      reason: null,
      at,
    })
    const got = [{ line: 0, quantity: 2, restocked: 2 }]
    const order = orderAfter(
      ...history,
      sent,
      asks,
      ReturnReceived({ chosenReason: null, orderId, returnId: 't1', pieces: got, at }),
    )
    expect(order.moves.at(-1)).toMatchObject({ moveId: 't1', pieces: [] })
  })

  test('still returns its pieces to stock, under the order’s id, if the request died', () => {
    const order = orderAfter(placed, earlier)
    expect(order.moves).toEqual([{ moveId: orderId, pieces: pieces(2), isDone: false, ofReturn: false }])
    expect(orderAfter(placed, earlier, caseOpened()).moves).toMatchObject([{ isDone: true }])
  })
})
