import { TOTALS } from '@shop/language/dashboard/document'
import type { Recorded } from '@shop/language/events/event'
import { isRefundDue, newBooks, type OrderBooks } from '@shop/language/order/books'
import { booksAfter } from '@shop/language/order/books-after'
import type { OrderEvent } from '@shop/language/order/events'
import { leftCents } from '@shop/language/order/pieces'
import { apply } from '@shop/projections/fold'
import { anyProjection, changesOf } from '@shop/projections/projection'
import { dashboardProjection } from '@shop/projections/read-models/dashboard-projection'
import { createWorkingSet } from '@shop/projections/working-set'
import { expect, test } from 'vitest'
import { reports } from '../../../web/src/analysis/reports/reports.ts'
import { timeToShip } from '../../test-support/fold-shipping.ts'
import { unsettledMoney } from '../../test-support/fold-unsettled.ts'
import { madePast } from '../../test-support/made-past.ts'
import type { PastEvent } from '../../test-support/past.ts'
import { makeSmallCopy } from '../../test-support/small-copy.ts'
import { answerQuestion } from '../questions/answer-question.ts'
import { copySql } from '../questions/table-sql.ts'

type Happened = readonly [recordedAt: string, type: string, data: Record<string, unknown>]

type Past = readonly Pick<PastEvent, 'type' | 'data' | 'recordedAt'>[]

/** The rows of a documented report about a short past. */
async function reportOver(title: string, past: Past, { days = 14, isEvidenceShown = false } = {}) {
  const { folder, remove } = await makeSmallCopy(past, 200)
  try {
    const { sql, parameters } = reports.find(({ question }) => question.title === title)!.question
    const question = { sql, parameters: sql.includes('$days') ? { days } : (parameters ?? {}) }
    const { columns, rows } = await answerQuestion({ folder, question, sql: copySql })
    return rows.map((row) => {
      const named = Object.fromEntries(columns.map(({ name }, at) => [name, row[at]]))
      const { evidence, productId, ...rest } = named
      return isEvidenceShown ? { ...rest, evidence } : rest
    })
  } finally {
    remove()
  }
}
const pastOf = (...all: readonly Happened[]) =>
  all.map(([at, type, data]) => ({ recordedAt: `2026-${at}:00.000Z`, type, data }))

const listed = (productId: string, priceCents: number) => ({ productId, details: { name: productId, priceCents } })
const order = (orderId: string, placedAt: string, totalCents: number, more: object = {}) => ({
  orderId,
  customerId: orderId,
  placedAt: `2026-${placedAt}:00.000Z`,
  totalCents,
  country: 'France',
  items: [],
  ...more,
})
const sale = (at: string, productId: string, quantity: number): Happened => {
  const items = [{ productId, name: productId, size: 'M', color: '', quantity, priceCents: 1 }]
  return [at, 'OrderPlaced', order(`${at} ${productId}`, at, 1, { items })]
}

test('sales count only for the days on which the product had the price, and a change without sales has zeros', async () => {
  const rows = await reportOver(
    'Sales before and after a new price',
    pastOf(
      ['11-01T00:00', 'ProductListed', listed('Shirt', 7200)],
      ['11-01T00:00', 'ProductListed', listed('Scarf', 2000)],
      // This sale does not count: it was more than fourteen days before the change.
      sale('11-02T00:00', 'Shirt', 9),
      sale('11-05T00:00', 'Shirt', 17),
      ['11-18T00:00', 'ProductEdited', { productId: 'Shirt', changes: { priceCents: 5760 } }],
      ['11-20T00:00', 'ProductEdited', { productId: 'Scarf', changes: { priceCents: 1500 } }],
      sale('11-20T12:00', 'Shirt', 11),
      // From here on the product has its next price. Sales at the next price do not count for the earlier change.
      ['11-24T12:00', 'ProductEdited', { productId: 'Shirt', changes: { priceCents: 9000 } }],
      sale('11-24T12:00', 'Shirt', 2),
    ),
  )
  const shown = rows.map(({ product, isCents, priceCents, ...row }) => [
    `${product} ${priceCents}`,
    [row.daysBefore, row.piecesBefore, row.perDayBefore],
    [row.daysAfter, row.piecesAfter, row.perDayAfter],
  ])
  expect(shown).toEqual([
    ['Shirt 9000', [6.5, 11, 1.69], [0, 2, null]],
    ['Scarf 1500', [14, 0, 0], [4.5, 0, 0]],
    ['Shirt 5760', [14, 17, 1.21], [6.5, 11, 1.69]],
  ])
})

const books = (of: string, more: object) => ({ orderId: of, placedAt: '2026-11-01T10:00:00.000Z', ...more })

test('net revenue leaves out cancelled and deleted orders, and has a row for a day without orders', async () => {
  const rows = await reportOver(
    'Net revenue by day',
    pastOf(
      ['11-01T10:00', 'OrderPlaced', order('one', '11-01T10:00', 10_000)],
      ['11-01T10:00', 'OrderPlaced', order('two', '11-01T10:00', 5_000)],
      ['11-01T10:00', 'OrderPlaced', order('three', '11-01T10:00', 2_000)],
      ['11-03T10:00', 'OrderRefunded', books('one', { refundId: 'r', amountCents: 1_500 })],
      ['11-03T10:00', 'RefundNoted', books('one', { providerRefundId: 'n', amountCents: 500 })],
      ['11-03T10:00', 'OrderRefundFailed', books('one', { refundId: 'r', amountCents: 1_500, wasMade: true })],
      ['11-03T11:00', 'OrderStatusChanged', books('two', { from: 'Processing', to: 'Cancelled' })],
      ['11-03T12:00', 'OrderDeleted', books('three', { status: 'Processing' })],
      ['11-03T12:00', 'OrderPlaced', order('four', '11-03T12:00', 700)],
    ),
  )
  expect(
    rows.map(({ day, orders, revenueCents, netRevenueCents, wholeDay, daysObserved }) => [
      day,
      orders,
      revenueCents,
      netRevenueCents,
      wholeDay,
      daysObserved,
    ]),
  ).toEqual([
    ['2026-11-01', 2, 15_000, 9_500, false, 0.583],
    ['2026-11-02', 0, 0, 0, true, 1],
    ['2026-11-03', 1, 700, 700, false, 0.5],
  ])
})

test('an order counts for the country of its last address, and an unknown country is said so', async () => {
  const placed = (id: string, country: string | null): Happened => {
    return ['11-01T10:00', 'OrderPlaced', order(id, '11-01T10:00', 1_000, { country })]
  }
  const moved = (of: string, country: string): Happened => [
    '11-01T11:00',
    'OrderAddressChanged',
    books(of, { country }),
  ]
  const past = pastOf(
    ...[
      placed('moved', 'France'),
      placed('stays', 'France'),
      placed('old', ''),
      placed('older', null),
      placed('known', ''),
    ],
    ...[moved('moved', 'Japan'), moved('moved', 'UK'), moved('known', 'UK')],
  )
  expect(await reportOver('Sales by country', past, { isEvidenceShown: true })).toEqual([
    { country: 'UK', orders: 2, revenueCents: 2_000, netRevenueCents: 2_000, evidence: [1, 5, 7, 8] },
    { country: 'unknown', orders: 2, revenueCents: 2_000, netRevenueCents: 2_000, evidence: [3, 4] },
    { country: 'France', orders: 1, revenueCents: 1_000, netRevenueCents: 1_000, evidence: [2] },
  ])
})

test('a return, a refund and a cancellation are separate, with their reasons, and an undone cancellation counts for nothing', async () => {
  const items = [
    { productId: 'Shirt', name: 'Shirt', size: 'M', color: '', quantity: 2, priceCents: 500, paidCents: 1_000 },
  ]
  const placed = (id: string): Happened => ['11-01T10:00', 'OrderPlaced', order(id, '11-01T10:00', 1_000, { items })]
  const turn = (at: string, of: string, from: string, to: string, chosenReason: string | null = null): Happened => {
    return [at, 'OrderStatusChanged', books(of, { from, to, chosenReason })]
  }
  const asked = (at: string, of: string, more: object): Happened => {
    return [
      at,
      'OrderRefundRequested',
      { orderId: of, refundId: of, amountCents: 1, pieces: [{ line: 0, quantity: 1 }], ...more },
    ]
  }
  const made = (of: string, amountCents: number): Happened => {
    return ['11-09T10:00', 'OrderRefunded', books(of, { refundId: of, amountCents, wasMade: true })]
  }
  const rows = await reportOver(
    'Returns, refunds and cancellations by reason and product',
    pastOf(
      ...['refunded', 'returned', 'cancelled', 'undone'].map(placed),
      asked('11-02T10:00', 'refunded', { chosenReason: 'quality' }),
      asked('11-02T10:00', 'returned', { chosenReason: 'too-small', returnId: 'r' }),
      turn('11-03T10:00', 'cancelled', 'Processing', 'Cancelled', 'late'),
      asked('11-03T10:00', 'cancelled', { chosenReason: 'late' }),
      turn('11-03T10:00', 'undone', 'Processing', 'Cancelled', 'other'),
      turn('11-04T10:00', 'undone', 'Cancelled', 'Processing'),
      ...[made('refunded', 300), made('returned', 200), made('cancelled', 100)],
    ),
  )
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['Refund', 'Quality', 'Shirt', 0, 0, 0, 1, 300],
    ['Return', 'Too small', 'Shirt', 0, 0, 0, 1, 200],
    ['Cancellation', 'Late', 'Shirt', 0, 0, 2, 1, 100],
  ])
})

test('the money of a refund is shared among its pieces to the cent, and the reason chosen when a return was received counts', async () => {
  const line = (productId: string, quantity: number, paidCents: number) => ({
    ...{ productId, name: productId, size: 'M', color: '', quantity, priceCents: paidCents / quantity, paidCents },
  })
  const items = [line('Shirt', 2, 10_000), line('Scarf', 1, 2_500)]
  const both = [0, 1].map((at) => ({ line: at, quantity: 1 }))
  const one = both.slice(0, 1)
  const refund = (refundId: string, amountCents: number) => books('one', { refundId, amountCents, wasMade: true })
  const asked = (refundId: string, more: object) => ({ orderId: 'one', refundId, amountCents: 1, ...more })
  const rows = await reportOver(
    'Returns, refunds and cancellations by reason and product',
    pastOf(
      ['11-01T10:00', 'OrderPlaced', order('one', '11-01T10:00', 12_500, { items })],
      ['11-02T10:00', 'ReturnRequested', { orderId: 'one', returnId: 'a', pieces: both, chosenReason: 'too-small' }],
      ['11-03T10:00', 'ReturnReceived', { orderId: 'one', returnId: 'a', pieces: one, chosenReason: 'quality' }],
      ['11-03T10:00', 'OrderRefundRequested', asked('r1', { pieces: both, chosenReason: 'quality' })],
      ['11-03T10:00', 'OrderRefunded', refund('r1', 1_000)],
      // This refund was made, failed and was made again: it counts once.
      ['11-04T10:00', 'OrderRefundRequested', asked('r2', { pieces: one, chosenReason: 'late' })],
      ['11-04T10:00', 'OrderRefunded', refund('r2', 300)],
      ['11-04T11:00', 'OrderRefundFailed', refund('r2', 300)],
      ['11-04T12:00', 'OrderRefunded', refund('r2', 300)],
      ['11-05T10:00', 'OrderRefundRequested', asked('r3', { pieces: one, chosenReason: 'late' })],
      ['11-05T10:00', 'OrderRefunded', refund('r3', 700)],
      ['11-05T11:00', 'OrderRefundFailed', refund('r3', 700)],
      ['11-06T10:00', 'RefundNoted', books('one', { providerRefundId: 'n', amountCents: 50 })],
    ),
  )
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['Refund', 'Quality', 'Shirt', 0, 0, 0, 1, 666],
    ['Refund', 'Quality', 'Scarf', 0, 0, 0, 1, 334],
    ['Refund', 'Late', 'Shirt', 0, 0, 0, 1, 300],
    ['Refund', 'Not given', 'an amount alone', 0, 0, 0, 0, 50],
    ['Return', 'Too small', 'Scarf', 1, 0, 0, 0, 0],
    ['Return', 'Too small', 'Shirt', 1, 0, 0, 0, 0],
    ['Return', 'Quality', 'Shirt', 0, 1, 0, 0, 0],
  ])
})

test('each reason has its returned pieces and its refunds that were made, with their shares', async () => {
  const back = (returnId: string, quantity: number, chosenReason: string | null) => ({
    ...{ orderId: 'one', returnId, pieces: [{ line: 0, quantity }], chosenReason },
  })
  const refund = (refundId: string, amountCents: number, chosenReason: string | null) => ({
    ...books('one', { refundId, amountCents, pieces: [], chosenReason, wasMade: true }),
  })
  const rows = await reportOver(
    'Returns and refunds by reason',
    pastOf(
      ['11-01T10:00', 'OrderPlaced', order('one', '11-01T10:00', 9_000)],
      ['11-02T10:00', 'ReturnRequested', back('a', 3, 'changed-mind')],
      // The admin's reason counts instead of the customer's.
      ['11-03T10:00', 'ReturnReceived', back('a', 3, 'too-large')],
      // These pieces never came.
      ['11-03T10:00', 'ReturnRequested', back('b', 2, 'changed-mind')],
      ['11-04T10:00', 'ReturnRequested', back('c', 1, 'late')],
      ['11-05T10:00', 'ReturnReceived', back('c', 1, null)],
      ...[refund('r1', 600, 'too-large'), refund('r2', 300, 'late'), refund('r3', 500, 'late')].flatMap(
        (one): Happened[] => [
          ['11-05T10:00', 'OrderRefundRequested', one],
          ['11-05T10:00', 'OrderRefunded', one],
        ],
      ),
      ['11-06T10:00', 'OrderRefundFailed', refund('r3', 500, null)],
      ['11-06T10:00', 'OrderStatusChanged', books('one', { from: 'Shipped', to: 'Cancelled', chosenReason: null })],
      ['11-06T10:00', 'RefundNoted', books('one', { providerRefundId: 'n', amountCents: 100 })],
    ),
  )
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['Too large', 3, 0, 75, 1, 600, 0, 60],
    ['Late', 1, 0, 25, 1, 300, 0, 30],
    // The only refund made while the order was cancelled.
    ['Not given', 0, 0, 0, 1, 100, 100, 10],
  ])
})

test('pieces and money that go back while the order is cancelled are of a cancelled order', async () => {
  const turn = (from: string, to: string): Happened => ['11-03T10:00', 'OrderStatusChanged', books('one', { from, to })]
  const back = (type: string, returnId: string, chosenReason: string | null): Happened => {
    const pieces = [{ line: 0, quantity: 1 }]
    return ['11-02T10:00', type, { orderId: 'one', returnId, pieces, chosenReason }]
  }
  const refund = (type: string, refundId: string): Happened => {
    return ['11-04T10:00', type, books('one', { refundId, providerRefundId: refundId, amountCents: 100 })]
  }
  const rows = await reportOver(
    'Returns and refunds by reason',
    pastOf(
      ['11-01T10:00', 'OrderPlaced', order('one', '11-01T10:00', 9_000)],
      back('ReturnRequested', 'a', 'too-large'),
      refund('OrderRefundPending', 'before'),
      turn('Shipped', 'Cancelled'),
      // The return was requested before the cancellation.
      back('ReturnReceived', 'a', null),
      refund('OrderRefundPending', 'during'),
      turn('Cancelled', 'Shipped'),
      back('ReturnRequested', 'b', 'too-large'),
      back('ReturnReceived', 'b', null),
      ...[refund('OrderRefunded', 'before'), refund('OrderRefunded', 'during')],
    ),
  )
  expect(
    rows.map(({ reason, piecesReturned, piecesOfCancelled, refundedCents, refundedForCancelledCents }) => {
      return [reason, piecesReturned, piecesOfCancelled, refundedCents, refundedForCancelledCents]
    }),
  ).toEqual([
    ['Not given', 0, 0, 200, 100],
    ['Too large', 2, 1, 0, 0],
  ])
})

test('each abandoned cart is listed with its products, its buyer and its value, and its own events come first', async () => {
  const item = (productId: string, quantity: number) => ({ productId, size: 'M', color: '', quantity, priceCents: 500 })
  const added = (at: string, ownerId: string, productId: string, quantity: number): Happened => {
    return [at, 'ItemAddedToCart', { ownerId, item: item(productId, quantity) }]
  }
  const counted = { productId: 'Shirt', size: 'M', color: '', available: 9 }
  const past = pastOf(
    ['11-01T00:00', 'ProductListed', listed('Shirt', 500)],
    ['11-01T00:00', 'ProductListed', listed('Scarf', 500)],
    ['11-01T00:00', 'StockCounted', counted],
    ['11-01T00:00', 'StockCounted', { ...counted, productId: 'Scarf' }],
    ['11-01T00:00', 'AccountRegistered', { accountId: 'ada' }],
    added('11-02T10:00', 'ada', 'Shirt', 1),
    added('11-02T11:00', 'guest_1', 'Shirt', 1),
    added('11-02T12:00', 'ada', 'Scarf', 2),
    ['11-29T00:00', 'ShopStarted', {}],
  )
  const carts = await reportOver('Abandoned carts, one by one', past, { isEvidenceShown: true })
  const [one, other] = ['2 × Scarf, M; 1 × Shirt, M', '1 × Shirt, M']
  expect(carts.map(({ stream, ...row }) => Object.values(row))).toEqual([
    ['2026-11-02T12:00:00.000Z', 'Customer', 3, 1_500, one, 'Unknown', [6, 8, 1, 2, 5]],
    ['2026-11-02T11:00:00.000Z', 'Guest', 1, 500, other, 'Unknown', [7, 1]],
  ])
  expect(carts.map(({ stream }) => stream)).toEqual([
    expect.stringMatching(/^cart-p_/),
    expect.stringMatching(/^cart-p_/),
  ])
  expect(await reportOver('Why carts are abandoned', past, { isEvidenceShown: true })).toEqual([
    { reason: 'Unknown', carts: 2, pieces: 4, valueCents: 2_000, evidence: [6, 8, 7, 1, 2, 3, 4] },
  ])
})

test('orders with a code show their value with and without the discount, and a code that is used later counts for its subscriber', async () => {
  const bought = (orderId: string, placedAt: string, priceCents: number, totalCents: number, more = {}): Happened => {
    const item = { productId: 'Shirt', name: 'Shirt', size: 'M', color: '', quantity: 2, priceCents }
    return [
      placedAt,
      'OrderPlaced',
      order(orderId, placedAt, totalCents, { items: [{ ...item, paidCents: totalCents }], ...more }),
    ]
  }
  const given = (checkoutId: string, emailKey: string, amountCents: number): Happened => [
    '11-03T10:00',
    'DiscountGiven',
    { checkoutId, emailKey, amountCents },
  ]
  const confirmed = (at: string, emailKey: string): Happened => [at, 'NewsletterConfirmed', { emailKey }]
  const rows = await reportOver(
    'What discount codes do',
    pastOf(
      confirmed('11-02T00:00', 'ada'),
      confirmed('11-02T00:00', 'ben'),
      confirmed('11-02T00:00', 'cleo'),
      given('left', 'ada', 100),
      given('a', 'ada', 1_000),
      given('b', 'ben', 400),
      bought('a', '11-03T10:00', 5_000, 9_000),
      bought('c', '11-03T10:00', 2_000, 4_000),
      bought('gone', '11-04T10:00', 9_000, 18_000),
      // A repeat order does not count among the first ones.
      bought('e', '11-04T10:00', 4_000, 8_000, { customerId: 'a' }),
      // A deleted order has not used its code.
      given('d', 'cleo', 200),
      bought('d', '11-04T10:00', 1_000, 1_800),
      ['11-05T10:00', 'OrderDeleted', books('gone', { status: 'Processing' })],
      ['11-05T10:00', 'OrderDeleted', books('d', { status: 'Processing' })],
      confirmed('11-10T10:00', 'ada'),
      bought('b', '11-10T10:00', 2_000, 3_600),
    ),
  )
  expect(rows.map(({ wholeWeek, daysObserved, ...row }) => Object.values(row))).toEqual([
    ['2026-11-02', 1, 2, 33.3, 1, 1, 10_000, 9_000, 4_000, 6_000, 1_000, 3, 2, 66.7],
    ['2026-11-09', 1, 0, 100, 1, 0, 4_000, 3_600, null, null, 400, 0, 0, null],
  ])
})

test.each([1, 2, 3])(
  'net revenue by day and by country equals the dashboard, to the cent, in the past %s',
  async (seed) => {
    const past = madePast(seed, 600)
    const projection = anyProjection(dashboardProjection)
    const workingSet = createWorkingSet()
    for (const { type, data, recordedAt } of past)
      apply(workingSet, changesOf(projection, { type, data, metadata: { recordedAt } } as unknown as Recorded))
    const shown = new Map([...workingSet.documents].map(([id, document]) => [id, document as never as Sums]))
    const days = await reportOver('Net revenue by day', past)
    for (const { day, orders, revenueCents, netRevenueCents } of days) {
      const { orders: of = 0, revenueCents: paid = 0, netRevenueCents: kept = 0 } = shown.get(day as string) ?? {}
      expect([day, orders, revenueCents, netRevenueCents]).toEqual([day, of, paid, kept])
    }
    expect([...shown.keys()].filter((id) => !days.some(({ day }) => day === id))).toEqual([TOTALS])
    const countries = await reportOver('Sales by country', past)
    const total = (name: string) => countries.reduce((sum, row) => sum + Number(row[name]), 0)
    const { orders, revenueCents, netRevenueCents } = shown.get(TOTALS)!
    expect([total('orders'), total('revenueCents'), total('netRevenueCents')]).toEqual([
      orders,
      revenueCents,
      netRevenueCents,
    ])
    expect(netRevenueCents).toBeLessThan(revenueCents!)
  },
)
type Sums = Readonly<{ orders?: number; revenueCents?: number; netRevenueCents?: number }>

test('money under review at the provider is an outcome of a checkout, and is listed with its days and its amount', async () => {
  const paid = { checkoutId: 'a', customerId: 'a', captureId: 'x', amountCents: 1_950 }
  const past = pastOf(
    ['11-08T12:00', 'CheckoutStarted', { checkoutId: 'a', customerId: 'a', items: [] }],
    ['11-08T12:00', 'PaymentStarted', { checkoutId: 'a', providerOrderId: 'p' }],
    ['11-08T12:00', 'PaymentPending', paid],
    ['11-11T12:00', 'CheckoutExpired', { checkoutId: 'a' }],
    ['11-24T12:00', 'OrderRefundRequested', { orderId: 'b', refundId: 'r', amountCents: 300 }],
    ['11-25T12:00', 'ShopStarted', {}],
  )
  expect(await reportOver('How checkouts end', past)).toEqual([
    { outcome: 'Payment under review by the provider', checkouts: 1, percent: 100 },
  ])
  expect(await reportOver('Money that is not settled', past)).toEqual([
    expect.objectContaining({
      what: 'Payment that the provider is still reviewing',
      days: 17,
      amountCents: 1_950,
      orderOrCheckout: 'a',
    }),
    expect.objectContaining({
      what: 'Refund of an order, not made yet',
      days: 1,
      amountCents: 300,
      orderOrCheckout: 'b',
    }),
  ])
})

test('a late refusal of an older order of the provider does not end the review of a payment', async () => {
  const started = (providerOrderId: string): Happened => [
    '11-08T12:00',
    'PaymentStarted',
    { checkoutId: 'a', providerOrderId },
  ]
  const refused = (at: string, providerOrderId: string, code: string): Happened => [
    at,
    'PaymentRefused',
    { checkoutId: 'a', providerOrderId, code, final: true, meaning: 'refused', at: '' },
  ]
  const paid = { checkoutId: 'a', customerId: 'a', providerOrderId: 'p2', captureId: 'x', amountCents: 1_950 }
  const past: readonly Happened[] = [
    ['11-08T12:00', 'CheckoutStarted', { checkoutId: 'a', customerId: 'a', items: [] }],
    ...[started('p1'), refused('11-08T12:01', 'p1', 'TRANSACTION_REFUSED'), started('p2')],
    ['11-08T12:02', 'PaymentPending', paid],
    refused('11-08T18:00', 'p1', 'RESOURCE_NOT_FOUND'),
  ]
  const reports = async (...more: readonly Happened[]) => [
    (await reportOver('How checkouts end', pastOf(...past, ...more))).map(({ outcome }) => outcome),
    (await reportOver('Money that is not settled', pastOf(...past, ...more))).map(({ amountCents }) => amountCents),
  ]
  expect(await reports()).toEqual([['Payment under review by the provider'], [1_950]])
  const [, unsettled] = await reports(refused('11-09T12:00', 'p2', 'DENIED'))
  expect(unsettled).toEqual([])
})

const DUE = 'Cancelled order, refund due but not requested'

test('the rest of the payment of a cancelled order is not settled while a refund is due', async () => {
  const status = (of: string, from: string, to: string): Happened => [
    '11-02T10:00',
    'OrderStatusChanged',
    books(of, { from, to }),
  ]
  const cancelled = (of: string) => status(of, 'Processing', 'Cancelled')
  const opened = (of: string, amountCents = 1_000): Happened => [
    '11-02T10:00',
    'RefundCaseOpened',
    books(of, { amountCents }),
  ]
  const refund = (at: string, type: string, of: string, refundId: string, amountCents: number, more = {}): Happened => [
    at,
    type,
    books(of, { refundId, providerRefundId: `at provider ${refundId}`, amountCents, ...more }),
  ]
  const asked = 'OrderRefundRequested'
  const orders =
    'untouched nothing-paid closed asked refused failed part before noted all-noted undone again deleted restored own-return'
  const past = pastOf(
    ...orders.split(' ').map((id): Happened => ['11-01T10:00', 'OrderPlaced', order(id, '11-01T10:00', 1_000)]),
    refund('11-01T11:00', asked, 'before', 'b', 300),
    ['11-01T11:00', 'ReturnRequested', books('own-return', { returnId: 'o', pieces: [], chosenReason: null, at: '' })],
    ...'untouched closed asked failed part before noted all-noted undone again deleted own-return'
      .split(' ')
      .flatMap((of) => [cancelled(of), opened(of)]),
    ...[cancelled('nothing-paid'), opened('nothing-paid', 0), cancelled('refused')],
    ['11-03T10:00', 'RefundCaseClosed', books('closed', {})],
    refund('11-03T10:00', asked, 'asked', 'a', 1_000),
    refund('11-03T10:00', asked, 'refused', 'r', 1_000),
    refund('11-04T10:00', 'OrderRefundRefused', 'refused', 'r', 1_000),
    refund('11-03T10:00', asked, 'failed', 'f', 400),
    refund('11-03T10:00', 'OrderRefunded', 'failed', 'f', 400),
    refund('11-05T10:00', 'OrderRefundFailed', 'failed', 'f', 400, { wasMade: true }),
    // The refund requested after the cancellation ends the case, even though it is partial.
    refund('11-03T10:00', asked, 'part', 'p', 400),
    refund('11-03T10:00', 'OrderRefundPending', 'part', 'p', 400),
    // The refund of the customer's own return does not end the case.
    refund('11-03T10:00', asked, 'own-return', 'w', 250, { returnId: 'o' }),
    refund('11-03T10:00', 'OrderRefunded', 'own-return', 'w', 250),
    // Refunds requested earlier or made at the provider end the case only with the whole payment.
    refund('11-03T10:00', 'OrderRefunded', 'before', 'b', 300),
    ['11-03T10:00', 'RefundNoted', books('noted', { providerRefundId: 'n', amountCents: 200 })],
    ['11-03T10:00', 'RefundNoted', books('all-noted', { providerRefundId: 'm', amountCents: 1_000 })],
    ['11-03T10:00', 'RefundCaseClosed', books('undone', {})],
    status('undone', 'Cancelled', 'Processing'),
    ...[status('again', 'Cancelled', 'Processing'), cancelled('again')],
    ['11-03T10:00', 'OrderDeleted', books('deleted', { status: 'Cancelled', dueCents: 1_000 })],
    ['11-03T10:00', 'OrderDeleted', books('restored', { status: 'Shipped', dueCents: 1_000 })],
    refund('11-03T10:00', asked, 'restored', 's', 100),
    ['11-05T10:00', 'OrderRestored', books('restored', { status: 'Cancelled', refundDue: true })],
    ['11-06T10:00', 'ShopStarted', {}],
  )
  const rows = await reportOver('Money that is not settled', past)
  const due = rows.filter(({ what }) => what === DUE)
  expect(due.map((row) => [row.orderOrCheckout, row.amountCents, row.days])).toEqual([
    ['untouched', 1_000, 4],
    ['before', 700, 4],
    ['noted', 800, 4],
    ['again', 1_000, 4],
    ['own-return', 750, 4],
    ['refused', 1_000, 2],
    ['failed', 1_000, 1],
    ['restored', 900, 1],
  ])
  const folded = unsettledMoney(past.map((one) => ({ ...one, stream: '' }))) as Record<string, unknown>[]
  expect(folded.filter(({ what }) => what === DUE)).toMatchObject(
    due.map(({ orderOrCheckout, amountCents }) => ({ orderOrCheckout, amountCents })),
  )
})

test('a refund is not settled while its last answer is neither a refund that was made nor a refusal', async () => {
  const refund = (at: string, type: string, refundId: string, providerRefundId = `p-${refundId}`): Happened => [
    at,
    `OrderRefund${type}`,
    { orderId: 'a', refundId, providerRefundId, amountCents: 300 },
  ]
  const past = pastOf(
    // Refused, but the provider has accepted it after all.
    refund('11-02T12:00', 'Requested', 'late'),
    refund('11-03T12:00', 'Refused', 'late'),
    refund('11-04T12:00', 'Pending', 'late'),
    // Begun at the provider.
    refund('11-05T12:00', 'Pending', 'theirs', 'theirs'),
    refund('11-05T12:00', 'Pending', 'theirs-made', 'theirs-made'),
    refund('11-06T12:00', 'ed', 'theirs-made', 'theirs-made'),
    refund('11-06T12:00', 'Requested', 'accepted'),
    refund('11-07T12:00', 'Pending', 'accepted'),
    refund('11-07T12:00', 'Requested', 'failed'),
    refund('11-07T12:00', 'Pending', 'failed'),
    refund('11-08T12:00', 'Failed', 'failed'),
    ['11-09T12:00', 'ShopStarted', {}],
  )
  const rows = await reportOver('Money that is not settled', past, { isEvidenceShown: true })
  expect(rows.map(({ days, evidence }) => [days, evidence])).toEqual([
    [5, [3]],
    [4, [4]],
    [3, [7]],
  ])
  expect(unsettledMoney(past.map((one) => ({ ...one, stream: '' })))).toEqual(rows)
})

type Shop = OrderBooks & { isDeleted: boolean; refundsAtDeletion: number }

/** Deletions and restorations, as the shop folds them. An order that was refunded after its deletion is restored as cancelled. */
function restored(before: Shop, type: string, { status, refundDue }: PastEvent['data']): Partial<Shop> {
  if (type === 'OrderDeleted') return { refundsAtDeletion: before.refunds.length }
  if (type !== 'OrderRestored') return {}
  const isCancelledNow = status === 'Cancelled' && before.status !== 'Cancelled'
  return { status, refundDue, ...(isCancelledNow && { refundsBefore: before.refundsAtDeletion }) }
}

test('a refund is due for the same orders as in the shop, in several pasts', async () => {
  const counts: number[] = []
  for (const seed of [1, 2, 3]) counts.push(await compareDue(madePast(seed, 1_200)))
  expect(counts.some((count) => count > 1)).toBe(true)
})

/** Returns the number of due refunds. */
async function compareDue(past: readonly PastEvent[]) {
  const shop = new Map<string, Shop>()
  for (const { type, data } of past) {
    const { orderId, totalCents } = data
    if (type === 'OrderPlaced') shop.set(orderId, { ...newBooks, totalCents, isDeleted: false, refundsAtDeletion: 0 })
    const before = shop.get(orderId)
    if (!before) continue
    const isDeleted = type === 'OrderDeleted' || (type !== 'OrderRestored' && before.isDeleted)
    shop.set(orderId, {
      ...booksAfter(before, { type, data } as OrderEvent),
      isDeleted,
      ...restored(before, type, data),
    })
  }
  const expected = [...shop].filter(([, one]) => isRefundDue(one) && !one.isDeleted && leftCents(one) > 0)
  const rows = await reportOver('Money that is not settled', past)
  const due = rows.filter(({ what }) => what === DUE).map((row) => [row.orderOrCheckout, row.amountCents])
  expect(due.toSorted()).toEqual(expected.map(([id, one]) => [id, leftCents(one)]).toSorted())
  return due.length
}

test('orders that are not shipped yet count as the slowest, and a number that depends on them is empty', async () => {
  const shippedAfter = (of: string, at: string): Happened => [
    at,
    'OrderStatusChanged',
    { orderId: of, from: 'Processing', to: 'Shipped' },
  ]
  const [row] = await reportOver(
    'Hours from payment to shipping, by week',
    pastOf(
      ...['a', 'b', 'c', 'd', 'e'].map((id): Happened => ['11-02T00:00', 'OrderPlaced', order(id, '11-02T00:00', 1)]),
      shippedAfter('a', '11-02T10:00'),
      shippedAfter('b', '11-02T20:00'),
      ['11-02T21:00', 'OrderStatusChanged', { orderId: 'e', from: 'Processing', to: 'Cancelled' }],
    ),
  )
  expect(row).toMatchObject({
    orders: 5,
    shipped: 2,
    notYetShipped: 2,
    calledOff: 1,
    halfWithinHours: 20,
    nineTenthsWithinHours: null,
    wholeWeek: false,
    daysObserved: 0.875,
  })
})

test('an order that was set back waits again, and an order of which nothing is left to ship is called off', async () => {
  const turn = (of: string, at: string, from: string, to: string): Happened => {
    return [at, 'OrderStatusChanged', { orderId: of, from, to }]
  }
  const refund = (of: string, type: string, more = {}): Happened => {
    const said = { orderId: of, refundId: of, providerRefundId: of, amountCents: 100, pieces: [] }
    return ['11-02T09:00', `OrderRefund${type}`, { ...said, ...more }]
  }
  const items = [2, 1].map((quantity) => ({ ...listed('Shirt', 50), quantity }))
  const both = items.map(({ quantity }, line) => ({ line, quantity }))
  const ids = 'back again whole refused pieces part'.split(' ')
  const past = pastOf(
    ...ids.map((id): Happened => ['11-02T00:00', 'OrderPlaced', order(id, '11-02T00:00', 100, { items })]),
    ...['back', 'again'].flatMap((id) => [
      turn(id, '11-02T02:00', 'Processing', 'Shipped'),
      turn(id, '11-02T03:00', 'Shipped', 'Processing'),
    ]),
    turn('again', '11-02T05:00', 'Processing', 'Shipped'),
    turn('again', '11-02T06:00', 'Shipped', 'Delivered'),
    refund('whole', 'Requested'),
    refund('whole', 'ed'),
    refund('refused', 'Requested'),
    refund('refused', 'Refused'),
    refund('pieces', 'Requested', { amountCents: 70, pieces: both }),
    refund('part', 'Requested', { amountCents: 70, pieces: both.slice(0, 1) }),
  )
  const rows = await reportOver('Hours from payment to shipping, by week', past, { isEvidenceShown: true })
  expect(rows).toMatchObject([{ orders: 6, shipped: 1, notYetShipped: 3, calledOff: 2, halfWithinHours: null }])
  expect(timeToShip(past.map((one) => ({ ...one, stream: '' })))).toEqual(rows.map(({ evidence, ...row }) => row))
  const [first] = await reportOver('Hours from payment to shipping, by week', past.slice(0, 12))
  expect(first).toMatchObject({ shipped: 1, notYetShipped: 5 })
})

test('customers who still have time to come back do not count as lost', async () => {
  const buys = (customerId: string, at: string): Happened => [
    at,
    'OrderPlaced',
    order(`${customerId} ${at}`, at, 1, { customerId }),
  ]
  const rows = await reportOver(
    'Customers who buy again, by the week or month of their first order',
    pastOf(
      buys('ada', '09-01T10:00'),
      buys('ben', '09-03T10:00'),
      buys('ada', '09-25T10:00'),
      buys('cleo', '11-10T10:00'),
      buys('cleo', '11-12T10:00'),
    ),
  )
  expect(
    rows.map(({ customers, backSoFar, leastDays, observed30Days, backIn30Days, percentIn30Days, backIn90Days }) => [
      customers,
      backSoFar,
      leastDays,
      observed30Days,
      backIn30Days,
      percentIn30Days,
      backIn90Days,
    ]),
  ).toEqual([
    [2, 1, 69, 2, 1, 50, null],
    [1, 1, 1, 0, null, null, null],
  ])
})
