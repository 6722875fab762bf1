import { isShopError } from '@shop/language/errors'
import { NOTED, refundedCents } from '@shop/language/order/books'
import {
  type OrderEvent,
  OrderPlaced,
  OrderStatusChanged,
  RefundCaseClosed,
  RefundCaseOpened,
} from '@shop/language/order/events'
import { PiecesGivenUp } from '@shop/language/order/piece-events'
import { refundablePieces, returnablePieces } from '@shop/language/order/pieces'
import {
  type OrderPieces,
  OrderRefundDelayed,
  OrderRefunded,
  OrderRefundFailed,
  OrderRefundPending,
  OrderRefundRefused,
  OrderRefundRequested,
  type RefundedPieces,
  RefundNoted,
} from '@shop/language/order/refund-events'
import { ReturnReceived, ReturnRequested } from '@shop/language/order/return-events'
import { saidNothing } from '@shop/language/test-support/sample-order'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type OrderCommand, orderDecider } from './order-decider.ts'

const { given } = specOf(orderDecider)
const [orderId, customerId, captureId] = ['o1', 'ada', 'cap1']
const placedAt = '2026-01-01T10:00:00.000Z'
const at = '2026-01-05T10:00:00.000Z'
const line = { name: 'Shirt', image: '', sku: '', size: 'M', color: 'Red' }
/** Three shirts that cost 10.00 after a discount, and a coat. */
const items = [
  { ...line, productId: 'shirt', quantity: 3, priceCents: 400, paidCents: 1000 },
  { ...line, productId: 'coat', quantity: 1, priceCents: 4000, paidCents: 4000 },
]
const facts = { orderId, customerId, items, totalCents: 5000, shippingAddress: null, country: '' }
const placed = OrderPlaced({ ...facts, paymentMethod: 'PayPal', captureId, paidAt: placedAt, placedAt })
const booked = { orderId, totalCents: 5000, placedAt, ...saidNothing }
const sent = OrderStatusChanged({ ...booked, from: 'Processing', to: 'Shipped' })
const delivered = OrderStatusChanged({ ...booked, from: 'Shipped', to: 'Delivered', at: '2026-02-01T00:00:00.000Z' })
const cancelled = OrderStatusChanged({ ...booked, from: 'Processing', to: 'Cancelled' })

const ofPayment = { captureId, currency: 'USD' }
const reason = 'A hole in it'
const whole = [
  { line: 0, quantity: 3 },
  { line: 1, quantity: 1 },
]
/** Pieces that are in the shop when they are refunded, and that return to stock. */
const inHouse = (pieces: readonly OrderPieces[]) =>
  pieces.map((one) => ({ ...one, held: one.quantity, restock: one.quantity }))
/** Pieces that are not in the shop. They stay where they are. */
const out = (pieces: readonly OrderPieces[]) => pieces.map((one) => ({ ...one, held: 0, restock: 0 }))
const allGivenUp = [
  { line: 0, productId: 'shirt', quantity: 3, toStock: 3 },
  { line: 1, productId: 'coat', quantity: 1, toStock: 1 },
]
const asked = (refundId: string, amountCents: number, pieces: RefundedPieces[] = []) =>
  OrderRefundRequested({
    orderId,
    customerId,
    captureId,
    refundId,
    amountCents,
    pieces,
    chosenReason: null,
    reason,
    at,
  })
const taken = { placedAt, status: 'Processing', deleted: false } as const
const made = (refundId: string, amountCents: number) =>
  OrderRefunded({ orderId, refundId, providerRefundId: `P-${refundId}`, amountCents, ...taken })
const refused = (refundId: string, amountCents: number) =>
  OrderRefundRefused({ orderId, refundId, amountCents, code: 'REFUND_NOT_ALLOWED' })
const booksOf = (...events: readonly OrderEvent[]) =>
  events.reduce<ReturnType<typeof orderDecider.evolve>>((order, event) => orderDecider.evolve(order, event), undefined)!
const refund = (refundId: string, more: object = {}) =>
  ({ type: 'RequestRefund', refundId, reason, at, ...more }) as const

describe('a refund', () => {
  test('returns all that is left if nothing else is given', () => {
    given(placed)
      .when(refund('r1'))
      .thenEvents(asked('r1', 5000, inHouse(whole)))
    given(placed, asked('r1', 1500), made('r1', 1500))
      .when(refund('r2'))
      .thenEvents(asked('r2', 3500, inHouse(whole)))
  })

  test('of pieces returns exactly what was paid for the pieces', () => {
    const one = [{ line: 0, quantity: 1 }]
    given(placed)
      .when(refund('r1', { pieces: one }))
      .thenEvents(asked('r1', 333, inHouse(one)))
    given(placed, asked('r1', 333, one))
      .when(refund('r2', { pieces: one }))
      .thenEvents(asked('r2', 333, inHouse(one)))
    given(placed, asked('r1', 333, one), asked('r2', 333, one))
      .when(refund('r3', { pieces: one }))
      .thenEvents(asked('r3', 334, inHouse(one)))
  })

  test('returns at most what is left, for pieces and for amounts, even while another refund is under way', () => {
    given(placed)
      .when(refund('r1', { amountCents: 5001 }))
      .thenRefused('CONFLICT')
    given(placed, asked('r1', 4000))
      .when(refund('r2', { amountCents: 1001 }))
      .thenRefused('CONFLICT')
    given(placed, asked('r1', 5000)).when(refund('r2')).thenRefused('CONFLICT')
    given(placed)
      .when(refund('r1', { pieces: [{ line: 0, quantity: 4 }] }))
      .thenRefused('CONFLICT')
    given(placed)
      .when(refund('r1', { pieces: [{ line: 2, quantity: 1 }] }))
      .thenRefused('VALIDATION_FAILED')
  })

  test('of pieces worth more than what is left is refused with the sum that is left; with an amount it is allowed', () => {
    const coat = [{ line: 1, quantity: 1 }]
    const wanted = () => orderDecider.decide(refund('r2', { pieces: coat }), booksOf(placed, asked('r1', 2000)))
    expect(wanted).toThrow(expect.objectContaining({ code: 'CONFLICT', message: 'Only $30.00 is left to refund' }))
    given(placed, asked('r1', 2000))
      .when(refund('r2', { pieces: coat, amountCents: 2900 }))
      .thenEvents(asked('r2', 2900, inHouse(coat)))
  })

  test('that the provider refuses leaves its amount and pieces refundable', () => {
    given(placed, asked('r1', 5000, whole), refused('r1', 5000))
      .when(refund('r2'))
      .thenEvents(asked('r2', 5000, inHouse(whole)))
  })

  test('is made once, even if the order was deleted meanwhile', () => {
    const note = { type: 'NoteRefunded', refundId: 'r1', providerRefundId: 'P-r1' } as const
    given(placed, asked('r1', 100)).when(note).thenEvents(made('r1', 100))
    given(placed, asked('r1', 100), made('r1', 100)).when(note).thenNothing()
    given(placed).when(note).thenNothing()
  })

  test('counts as made if one of two requests was refused and the other made the refund', () => {
    const note = { type: 'NoteRefunded', refundId: 'r1', providerRefundId: 'P-r1' } as const
    const both = given(placed, asked('r1', 100), refused('r1', 100))
    both.when(note).thenEvents(made('r1', 100))
    both
      .when({
        type: 'NoteProviderRefund',
        ...ofPayment,
        status: 'made',
        refundId: 'r1',
        providerRefundId: 'P-r1',
        amountCents: 100,
        at,
      })
      .thenEvents(made('r1', 100))
    given(placed, asked('r1', 100), refused('r1', 100), made('r1', 100)).when(note).thenNothing()
  })

  test('that was made at the provider is recorded once, and reduces what is left', () => {
    const note = {
      type: 'NoteProviderRefund',
      ...ofPayment,
      status: 'made',
      providerRefundId: 'P1',
      amountCents: 900,
      at,
    } as const
    const noted = RefundNoted({ orderId, providerRefundId: 'P1', amountCents: 900, at, ...taken })
    given(placed).when(note).thenEvents(noted)
    given(placed, noted).when(note).thenNothing()
    given(placed, noted)
      .when(refund('r1', { amountCents: 4101 }))
      .thenRefused('CONFLICT')
    given(placed, noted)
      .when({ ...note, providerRefundId: 'P2', amountCents: 4101 })
      .thenRefused('CONFLICT')
  })

  test.each([{ captureId: 'cap2' }, { currency: 'EUR' }, { amountCents: 0 }])(
    'that the provider reports is not recorded with %o',
    (other) => {
      const note = {
        type: 'NoteProviderRefund',
        ...ofPayment,
        status: 'made',
        providerRefundId: 'P1',
        amountCents: 900,
        at,
      } as const
      given(placed)
        .when({ ...note, ...other })
        .thenRefused('CONFLICT')
      given(placed, asked('r1', 900))
        .when({ ...note, ...other, refundId: 'r1' })
        .thenRefused('CONFLICT')
    },
  )

  test('that the provider reports before its answer is recognized as the refund that the shop requested', () => {
    const note = {
      type: 'NoteProviderRefund',
      ...ofPayment,
      status: 'made',
      providerRefundId: 'P-r1',
      amountCents: 900,
      at,
    } as const
    given(placed, asked('r1', 900))
      .when({ ...note, refundId: 'r1' })
      .thenEvents(made('r1', 900))
    given(placed, asked('r1', 900), made('r1', 900)).when(note).thenNothing()
  })

  test('that the provider reports without the shop’s id is another refund, unless the answer has the same id', () => {
    const report = { ...ofPayment, status: 'made', providerRefundId: 'P-r1', amountCents: 900, at } as const
    const noted = RefundNoted({ orderId, providerRefundId: 'P-r1', amountCents: 900, at, ...taken })
    given(placed, asked('r1', 900))
      .when({ type: 'NoteProviderRefund', ...report })
      .thenEvents(noted)
    given(placed, asked('r1', 900), noted)
      .when({ type: 'NoteRefunded', refundId: 'r1', providerRefundId: 'P-r1' })
      .thenEvents(OrderRefundRefused({ orderId, refundId: 'r1', amountCents: 900, code: NOTED }))
    given(placed, asked('r1', 900), noted)
      .when({ type: 'NoteRefunded', refundId: 'r1', providerRefundId: 'P-other' })
      .thenEvents(OrderRefunded({ orderId, refundId: 'r1', providerRefundId: 'P-other', amountCents: 900, ...taken }))
  })
})

describe('a refund that the provider has accepted', () => {
  const pending = (refundId: string, amountCents: number) =>
    OrderRefundPending({ orderId, refundId, providerRefundId: `P-${refundId}`, amountCents, at })
  const failed = (refundId: string, amountCents: number, wasMade: boolean) => {
    const ids = { orderId, refundId, providerRefundId: `P-${refundId}` }
    return OrderRefundFailed({ ...ids, amountCents, code: 'REFUND_FAILED', wasMade, ...taken })
  }
  const notePending = { type: 'NoteRefundPending', refundId: 'r1', providerRefundId: 'P-r1', at } as const
  const noteMade = { type: 'NoteRefunded', refundId: 'r1', providerRefundId: 'P-r1' } as const
  const noteFailed = { type: 'NoteRefundFailed', providerRefundId: 'P-r1', code: 'REFUND_FAILED' } as const
  const asks = [placed, asked('r1', 5000, whole)] as const

  test('is pending until it is made, and its amount cannot be refunded again', () => {
    given(...asks)
      .when(notePending)
      .thenEvents(pending('r1', 5000))
    given(...asks, pending('r1', 5000))
      .when(notePending)
      .thenNothing()
    given(...asks, pending('r1', 5000))
      .when(refund('r2'))
      .thenRefused('CONFLICT')
    given(...asks, pending('r1', 5000))
      .when(noteMade)
      .thenEvents(made('r1', 5000))
    given(...asks, pending('r1', 5000), made('r1', 5000))
      .when(notePending)
      .thenNothing()
    expect(refundedCents(booksOf(...asks, pending('r1', 5000)))).toBe(0)
  })

  test('can be made again if it fails at the provider, even after it was reported as made; an older report changes nothing', () => {
    const before = given(...asks, pending('r1', 5000))
    before.when(noteFailed).thenEvents(failed('r1', 5000, false))
    given(...asks, made('r1', 5000))
      .when(noteFailed)
      .thenEvents(failed('r1', 5000, true))
    for (const end of [
      [pending('r1', 5000), failed('r1', 5000, false)],
      [made('r1', 5000), failed('r1', 5000, true)],
    ]) {
      const after = given(...asks, ...end)
      after.when(refund('r2')).thenEvents(asked('r2', 5000, inHouse(whole)))
      for (const older of [noteFailed, noteMade, notePending]) after.when(older).thenNothing()
      after.when({ ...reported('P-r1', 5000), status: 'pending' }).thenNothing()
    }
    expect(refundedCents(booksOf(...asks, made('r1', 5000), failed('r1', 5000, true)))).toBe(0)
    given(...asks)
      .when(noteFailed)
      .thenNothing()
  })

  test('leaves its case open only if the refund fails', () => {
    const open = RefundCaseOpened({ orderId, captureId, amountCents: 5000 })
    const isDue = (...more: OrderEvent[]) => booksOf(placed, cancelled, open, asked('r1', 5000), ...more).refundDue
    expect(isDue()).toBe(true)
    expect(isDue(pending('r1', 5000))).toBe(false)
    expect(isDue(pending('r1', 5000), failed('r1', 5000, false))).toBe(true)
  })

  const reported = (providerRefundId: string, amountCents: number) =>
    ({ type: 'NoteProviderRefund', ...ofPayment, status: 'made', providerRefundId, amountCents, at }) as const

  test('without a request of the shop is pending under the provider’s id, and then made', () => {
    const begun = OrderRefundPending({ orderId, refundId: 'P1', providerRefundId: 'P1', amountCents: 900, at })
    const done = OrderRefunded({ orderId, refundId: 'P1', providerRefundId: 'P1', amountCents: 900, ...taken })
    given(placed)
      .when({ ...reported('P1', 900), status: 'pending' })
      .thenEvents(begun)
    given(placed, begun).when(reported('P1', 900)).thenEvents(done)
    given(placed, begun, done).when(reported('P1', 900)).thenNothing()
    given(placed, begun)
      .when(refund('r1', { amountCents: 4101 }))
      .thenRefused('CONFLICT')
  })
})

describe('a refund that the provider has not carried out', () => {
  test('is counted once for each try', () => {
    const note = { type: 'NoteRefundDelayed', refundId: 'r1', code: 'PERMISSION_DENIED', at } as const
    const delayed = OrderRefundDelayed({ orderId, refundId: 'r1', code: 'PERMISSION_DENIED', at })
    const asks = [placed, asked('r1', 900)] as const
    given(...asks)
      .when({ ...note, attempt: 0 })
      .thenEvents(delayed)
    given(...asks, delayed)
      .when({ ...note, attempt: 0 })
      .thenNothing()
    given(...asks, delayed)
      .when({ ...note, attempt: 1 })
      .thenEvents(delayed)
    given(...asks, made('r1', 900))
      .when({ ...note, attempt: 0 })
      .thenNothing()
  })

  test('that is made after a reversal of all money shows that the provider has cancelled the reversal', () => {
    const back = { orderId, providerRefundId: 'R1', amountCents: 5000 }
    const reversal = RefundNoted({ ...back, at, ...taken, isReversal: true })
    const ended = { refundId: 'R1', code: 'REVERSAL_CANCELLED', wasMade: true }
    const note = { type: 'NoteRefunded', refundId: 'r1', providerRefundId: 'P-r1' } as const
    given(placed, asked('r1', 900), reversal)
      .when(note)
      .thenEvents(OrderRefundFailed({ ...back, ...ended, ...taken }), made('r1', 900))
    given(placed, asked('r1', 900), RefundNoted({ ...back, at, ...taken }))
      .when(note)
      .thenRefused('CONFLICT')
  })

  test('ends when refunds that were made at the provider have left no money for it', () => {
    const there = { ...ofPayment, status: 'made', providerRefundId: 'P1', amountCents: 5000 } as const
    const note = { type: 'NoteFullyRefunded', refundId: 'r1', reported: [there], at } as const
    const ended = OrderRefundRefused({ orderId, refundId: 'r1', amountCents: 5000, code: NOTED })
    const noted = RefundNoted({ orderId, providerRefundId: 'P1', amountCents: 5000, at, ...taken })
    given(placed, asked('r1', 5000, whole))
      .when(note)
      .thenEvents(ended, noted)
    given(placed, asked('r1', 5000, whole), refused('r1', 5000))
      .when(note)
      .thenEvents(ended, noted)
    given(placed, asked('r1', 5000, whole), ended, noted)
      .when(note)
      .thenNothing()
    given(placed, asked('r1', 5000, whole))
      .when({ ...note, reported: [{ ...there, refundId: 'r1', providerRefundId: 'P-r1' }] })
      .thenEvents(made('r1', 5000))
  })
})

describe('a cancelled order', () => {
  const open = RefundCaseOpened({ orderId, captureId, amountCents: 5000 })

  test('that an earlier version cancelled gets one case for what is left of its payment, in a second step', () => {
    const earlier = OrderStatusChanged({ ...cancelled.data, movesPieces: true })
    const openCase = { type: 'OpenRefundCase' } as const
    given(placed, earlier).when(openCase).thenEvents(open)
    given(placed, asked('r1', 900), made('r1', 900), earlier)
      .when(openCase)
      .thenEvents(RefundCaseOpened({ ...open.data, amountCents: 4100 }))
    given(placed, earlier, open).when(openCase).thenNothing()
    given(placed, cancelled).when(openCase).thenNothing()
  })

  test('can have its case closed with a reason, once', () => {
    const close = { type: 'CloseRefundCase', reason } as const
    const closed = RefundCaseClosed({ orderId, customerId, reason })
    given(placed, cancelled, open).when(close).thenEvents(closed)
    given(placed, cancelled, open, closed).when(close).thenRefused('CONFLICT')
    given(placed, cancelled, open, asked('r1', 5000), made('r1', 5000)).when(close).thenRefused('CONFLICT')
    given(placed).when(close).thenRefused('CONFLICT')
  })
})

describe('a customer', () => {
  const cancel = { type: 'Cancel', refundId: 'r1', at } as const

  test('who cancels before the order is shipped is refunded', () => {
    given(placed)
      .when(cancel)
      .thenEvents(
        OrderStatusChanged({ ...booked, from: 'Processing', to: 'Cancelled', at }),
        PiecesGivenUp({ orderId, moveId: 'o1~back1', cause: 'cancelled', pieces: allGivenUp }),
        OrderRefundRequested({ ...asked('r1', 5000, out(whole)).data, reason: 'The order was cancelled' }),
      )
    given(placed, cancelled).when(cancel).thenNothing()
    given(placed, sent).when(cancel).thenRefused('CONFLICT')
  })

  const back = (quantity: number, when = at) =>
    ({ type: 'RequestReturn', returnId: 't1', pieces: [{ line: 0, quantity }], reason, at: when }) as const
  const wanted = (quantity: number, returnId = 't1') =>
    ReturnRequested({ orderId, customerId, returnId, pieces: [{ line: 0, quantity }], chosenReason: null, reason, at })

  test('may request a return within thirty days of the delivery, or of the order if it has no delivery date', () => {
    given(placed, sent).when(back(2)).thenEvents(wanted(2))
    given(placed, sent).when(back(2, '2026-01-31T10:00:00.001Z')).thenRefused('CONFLICT')
    given(placed, sent, delivered)
      .when(back(2, '2026-03-02T00:00:00.000Z'))
      .thenEvents(ReturnRequested({ ...wanted(2).data, at: '2026-03-02T00:00:00.000Z' }))
    given(placed, sent, delivered).when(back(2, '2026-03-03T00:00:00.001Z')).thenRefused('CONFLICT')
    given(placed, cancelled).when(back(2)).thenRefused('CONFLICT')
    given(placed).when(back(2)).thenRefused('CONFLICT')
  })

  test('may return each piece once, but no piece that is refunded already', () => {
    given(placed, sent, wanted(2))
      .when({ ...back(2), returnId: 't2' })
      .thenRefused('CONFLICT')
    given(placed, sent, asked('r1', 666, [{ line: 0, quantity: 2 }]))
      .when(back(2))
      .thenRefused('CONFLICT')
    given(placed, sent, wanted(2))
      .when({ ...back(1), returnId: 't2' })
      .thenEvents(wanted(1, 't2'))
  })

  test('gets back what is left of the payment if an earlier refund was for an amount, not for pieces', () => {
    const pieces = [{ line: 0, quantity: 2, restocked: 2 }]
    const receive = { type: 'ReceiveReturn', returnId: 't1', refundId: 'r2', at, received: pieces } as const
    const paidBack = { ...asked('r2', 100, out([{ line: 0, quantity: 2 }])).data, returnId: 't1' }
    given(placed, sent, asked('r1', 4900, []), wanted(2))
      .when(receive)
      .thenEvents(
        ReturnReceived({ chosenReason: null, orderId, returnId: 't1', pieces, at }),
        OrderRefundRequested(paidBack),
      )
  })

  test('gets back what was paid for the pieces that an admin receives, or the amount that the admin enters', () => {
    const pieces = [{ line: 0, quantity: 2, restocked: 1 }]
    const receive = { type: 'ReceiveReturn', returnId: 't1', refundId: 'r1', at, received: pieces } as const
    const received = ReturnReceived({ chosenReason: null, orderId, returnId: 't1', pieces, at })
    const paidBack = (cents: number) =>
      OrderRefundRequested({ ...asked('r1', cents, out([{ line: 0, quantity: 2 }])).data, returnId: 't1' })
    given(placed, sent, wanted(2)).when(receive).thenEvents(received, paidBack(666))
    given(placed, sent, wanted(2))
      .when({ ...receive, amountCents: 500 })
      .thenEvents(received, paidBack(500))
    given(placed, sent, wanted(2))
      .when({ ...receive, amountCents: 0 })
      .thenEvents(received)
    given(placed, sent, wanted(2), received).when(receive).thenRefused('CONFLICT')
    given(placed, sent).when(receive).thenRefused('NOT_FOUND')
    given(placed, sent, wanted(1)).when(receive).thenRefused('CONFLICT')
    given(placed, sent, wanted(2))
      .when({ ...receive, received: [] })
      .thenEvents(ReturnReceived({ chosenReason: null, orderId, returnId: 't1', pieces: [], at }))
  })
})

const pieces = fc.uniqueArray(fc.record({ line: fc.nat(2), quantity: fc.integer({ min: 1, max: 3 }) }), {
  selector: ({ line }) => line,
  minLength: 1,
})
const refundId = fc.constantFrom('r1', 'r2', 'r3', 'r4')
const returnId = fc.constantFrom('t1', 't2')
const amountCents = fc.integer({ min: 1, max: 6000 })
const anyCommand: fc.Arbitrary<OrderCommand> = fc.oneof(
  fc.record({
    type: fc.constant('RequestRefund' as const),
    refundId,
    reason: fc.constant(reason),
    at: fc.constant(at),
  }),
  fc.record({
    ...{ type: fc.constant('RequestRefund' as const), refundId, reason: fc.constant(reason), at: fc.constant(at) },
    pieces,
  }),
  fc.record({
    ...{ type: fc.constant('RequestRefund' as const), refundId, reason: fc.constant(reason), at: fc.constant(at) },
    amountCents,
  }),
  refundId.map((id): OrderCommand => ({ type: 'NoteRefunded', refundId: id, providerRefundId: `P-${id}` })),
  refundId.map((id): OrderCommand => ({ type: 'NoteRefundPending', refundId: id, providerRefundId: `P-${id}`, at })),
  fc.record({
    type: fc.constant('NoteRefundFailed' as const),
    providerRefundId: fc.constantFrom('P-r1', 'P-r2', 'P1', 'P2'),
    code: fc.constant('REFUND_FAILED'),
  }),
  fc.record({
    ...{ type: fc.constant('NoteRefundDelayed' as const), refundId, attempt: fc.nat(2) },
    ...{ code: fc.constant('NO'), at: fc.constant(at) },
  }),
  fc.record({
    type: fc.constant('NoteFullyRefunded' as const),
    refundId,
    reported: fc.array(
      fc.record({
        ...{ providerRefundId: fc.constantFrom('P-r1', 'P1', 'P2'), status: fc.constantFrom('made', 'pending') },
        ...{ captureId: fc.constant(captureId), currency: fc.constant('USD'), amountCents },
      }),
      { maxLength: 3 },
    ),
    at: fc.constant(at),
  }),
  fc.record({ type: fc.constant('NoteRefunded' as const), refundId, providerRefundId: fc.constantFrom('P-r1', 'P1') }),
  fc.record({ type: fc.constant('NoteRefundRefused' as const), refundId, code: fc.constant('NO') }),
  fc.record({
    type: fc.constant('NoteProviderRefund' as const),
    status: fc.constantFrom('made' as const, 'pending' as const),
    captureId: fc.constant(captureId),
    currency: fc.constant('USD'),
    providerRefundId: fc.constantFrom('P-r1', 'P1', 'P2'),
    isReversal: fc.constantFrom(undefined, true as const),
    amountCents,
    at: fc.constant(at),
  }),
  fc.record({
    type: fc.constant('RequestReturn' as const),
    returnId,
    pieces,
    reason: fc.constant(reason),
    at: fc.constant(at),
  }),
  fc.record({ returnId, pieces }).map(({ returnId, pieces }) => ({
    ...{ type: 'ReceiveReturn' as const, returnId, refundId: `of ${returnId}`, at },
    received: pieces.map((one) => ({ ...one, restocked: 0 })),
  })),
  fc.record({
    type: fc.constant('ChangeStatus' as const),
    status: fc.constantFrom('Processing' as const, 'Shipped' as const, 'Cancelled' as const),
    at: fc.constant(at),
  }),
  fc.constantFrom<OrderCommand>(
    { type: 'OpenRefundCase' },
    { type: 'CloseRefundCase', reason },
    { type: 'Delete' },
    { type: 'Restore', at },
    { type: 'NoteBack', moveId: 't1' },
    { type: 'NoteBack', moveId: 'o1~back1' },
    { type: 'BeginReclaim', before: 'leaving Cancelled' },
    { type: 'BeginReclaim', before: 'restoring' },
    { type: 'EndReclaim', holdId: 'o1~again1' },
  ),
  fc.constant<OrderCommand>({ type: 'Cancel', refundId: 'of a cancellation', at }),
)

test('after any commands in any order, no more is refunded than was paid, and no piece is refunded twice', () => {
  let refunds = 0
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
      let order = orderDecider.evolve(undefined, placed)!
      for (const command of commands) {
        const events = decided(() => orderDecider.decide(command, order))
        for (const event of events) order = orderDecider.evolve(order, event)!
        refunds += events.filter(({ type }) => type === 'OrderRefunded').length
        expect(refundedCents(order)).toBeLessThanOrEqual(order.totalCents)
        const onItsWay = order.refunds.filter(({ state }) => state === 'requested' || state === 'pending')
        if (events.some(({ type }) => type === 'OrderRefundRequested'))
          expect(refundedCents(order) + sumOf(onItsWay)).toBeLessThanOrEqual(order.totalCents)
        expect(new Set(onItsWay.map((one) => one.refundId)).size).toBe(onItsWay.length)
        for (const line of items.keys()) {
          expect(refundablePieces(order, items, line)).toBeGreaterThanOrEqual(0)
          expect(returnablePieces(order, line)).toBeGreaterThanOrEqual(0)
        }
        const ids = order.refunds.flatMap((one) => one.providerRefundId ?? [])
        expect(new Set(ids).size).toBe(ids.length)
      }
    }),
    { numRuns: 3000 },
  )
  expect(refunds).toBeGreaterThan(50)
})

test('if a refused refund turns out to be made, its pieces cannot be refunded again, and the number left is never negative', () => {
  const whole = (refundId: string): OrderCommand => ({ type: 'RequestRefund', refundId, reason, at })
  const commands: readonly OrderCommand[] = [
    whole('r1'),
    { type: 'NoteRefundRefused', refundId: 'r1', code: 'NO' },
    whole('r2'),
    { type: 'NoteRefunded', refundId: 'r1', providerRefundId: 'P-r1' },
  ]
  const order = commands.reduce(
    (order, command) =>
      orderDecider.decide(command, order).reduce((now, event) => orderDecider.evolve(now, event)!, order),
    orderDecider.evolve(undefined, placed)!,
  )
  expect([...items.keys()].map((line) => refundablePieces(order, items, line))).toEqual(items.map(() => 0))
  expect(() => orderDecider.decide(whole('r3'), order)).toThrow('nothing left to refund')
})

test('a retried command of refunds and returns changes nothing', async () => {
  await aRetryChangesNothing(
    orderDecider,
    fc.oneof(fc.constant<OrderCommand>({ type: 'Place', facts: placed.data }), anyCommand),
  )
})

const sumOf = (refunds: readonly { amountCents: number }[]) =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)

function decided(decide: () => readonly OrderEvent[]): readonly OrderEvent[] {
  try {
    return decide()
  } catch (refusal) {
    if (!isShopError(refusal)) throw refusal
    return []
  }
}
