import { CaseOpened } from '@shop/language/case/events'
import { CheckoutPaid } from '@shop/language/checkout/events'
import {
  PaymentPending,
  PaymentRefunded,
  PaymentRefundFailed,
  PaymentRefundPending,
  RefundRequested,
} from '@shop/language/checkout/payment-events'
import { DiscountReserved } from '@shop/language/correspondence/discount-events'
import { NothingChanged } from '@shop/language/events/command-events'
import type { Event, Recorded } from '@shop/language/events/event'
import { OrderPlaced } from '@shop/language/order/events'
import {
  OrderRefundDelayed,
  OrderRefunded,
  OrderRefundFailed,
  OrderRefundPending,
  OrderRefundRequested,
  RefundNoted,
} from '@shop/language/order/refund-events'
import { ShopStarted } from '@shop/language/shop/events'
import {
  ReservationReleased,
  SHARED,
  StockAdjusted,
  StockCounted,
  StockReceived,
  StockReserved,
  StockReturned,
  StockTaken,
} from '@shop/language/stock/events'
import { boughtOf, sampleLine } from '@shop/language/test-support/sample-order'
import { sharedPieces } from '@shop/language/test-support/shared-line'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../test-support/create-world.ts'
import { writtenLog } from '../test-support/written-log.ts'
import { auditBooks } from './audit-books.ts'

const AT = '2026-01-01T10:00:00.000Z'
const LATER = '2026-01-01T11:30:00.000Z'
const item = sampleLine
const bought = boughtOf(item)

const counted = (available: number) => StockCounted({ productId: 'shirt', ...SHARED, available })
const reserved = (checkoutId: string, quantity = 1) =>
  StockReserved({ productId: 'shirt', checkoutId, lines: sharedPieces(quantity) })
const taken = (checkoutId: string, quantity = 1) =>
  StockTaken({ productId: 'shirt', checkoutId, lines: sharedPieces(quantity) })
const paid = (checkoutId: string, captureId: string, amountCents = 2500) =>
  CheckoutPaid({ checkoutId, providerOrderId: 'PP', captureId, amountCents, paidAt: AT, held: true })
const placed = (orderId: string, captureId: string, totalCents = 2500) =>
  OrderPlaced({ orderId, ...bought, totalCents, captureId, paidAt: AT, placedAt: AT })
const asked = (checkoutId: string, captureId: string, amountCents = 2500) =>
  RefundRequested({ checkoutId, captureId, amountCents, reason: 'It was paid twice' })
const refunded = (checkoutId: string, captureId: string, amountCents = 2500) =>
  PaymentRefunded({ checkoutId, captureId, amountCents, refundId: 'REF' })

/** The events as a file of the log stores them, each caused by a separate command. */
const stored = (events: readonly Event[], recordedAt = AT): readonly Recorded[] =>
  writtenLog(
    events.map((event) => [event]),
    () => recordedAt,
  )
const audit = (events: readonly Event[], isSettled = false) => auditBooks([stored(events)], { isSettled })

test('a purchase, an unfinished checkout and a refund of a double payment balance', async () => {
  const pending = { checkoutId: 'c1', ...bought, providerOrderId: 'PP', captureId: 'CAP1', amountCents: 2500 }
  const { found, summary } = await audit(
    [
      counted(3),
      reserved('c1'),
      PaymentPending({ ...pending, pendingAt: AT, holdUntil: AT, held: true, reason: null }),
      paid('c1', 'CAP1'),
      asked('c1', 'CAP2'),
      placed('c1', 'CAP1'),
      taken('c1'),
      refunded('c1', 'CAP2'),
      NothingChanged({ command: 'Take' }),
      StockAdjusted({ productId: 'shirt', ...SHARED, difference: -1 }),
      reserved('c2', 1),
      ReservationReleased({ productId: 'shirt', checkoutId: 'c2', lines: sharedPieces(1) }),
    ],
    true,
  )
  expect(found).toEqual([])
  expect(summary).toBe(
    '12 events: 1 products, 0 pieces reserved, 1 orders of 25.00, 50.00 captured, 25.00 refunded, 0.00 in cases, 0.00 on its way',
  )
})

const medium = { size: 'M', color: 'Red' }
const partedStock = [
  counted(1),
  StockReceived({ productId: 'shirt', ...medium, quantity: 1 }),
  StockReserved({ productId: 'shirt', checkoutId: 'c1', lines: [{ ...medium, quantity: 1 }] }),
]
/** The case of a refund that the provider does not make. */
const caseOf = (about: { checkoutId?: string; captureId?: string; orderId?: string; refundId?: string }) =>
  CaseOpened({
    ...{
      caseId: 'k1',
      kind: 'refund-refused',
      customerId: 'ada',
      checkoutId: null,
      orderId: null,
      providerOrderId: null,
    },
    ...{ captureId: null, refundId: null, disputeId: null, debugId: null, dispute: null, amountCents: 2500 },
    ...{ code: 'REFUND_NOT_ALLOWED', openedAt: AT, ...about },
  })

test('money that the provider does not refund is a case until it is refunded, and is no finding', async () => {
  const opened = caseOf({ checkoutId: 'c1', captureId: 'CAP2' })
  const inCase = await audit([asked('c1', 'CAP2'), opened], true)
  expect(inCase).toMatchObject({
    found: [],
    summary: expect.stringContaining('0.00 refunded, 25.00 in cases, 0.00 on its'),
  })
  const after = await audit([asked('c1', 'CAP2'), opened, refunded('c1', 'CAP2')], true)
  expect(after).toMatchObject({ found: [], summary: expect.stringContaining('25.00 refunded, 0.00 in cases') })
  expect((await audit([opened], true)).found).toEqual([])
  for (const kind of ['refund-at-provider', 'dispute']) {
    const besides = { ...opened, data: { ...opened.data, kind } }
    const afterBoth = [paid('c1', 'CAP2'), besides, asked('c1', 'CAP2'), refunded('c1', 'CAP2')]
    expect((await audit(afterBoth, true)).found, kind).toEqual([])
  }
})

test('pieces that are back in stock can be sold again', async () => {
  const back = StockReturned({ productId: 'shirt', orderId: 'c0', returnId: 'b1', lines: sharedPieces(1) })
  const { found } = await audit([counted(1), back, reserved('c1', 2)])
  expect(found).not.toContainEqual(expect.stringContaining('on hand'))
})

const askedBack = (refundId: string, amountCents: number) =>
  OrderRefundRequested({
    orderId: 'c1',
    customerId: 'ada',
    refundId,
    captureId: 'CAP1',
    amountCents,
    pieces: [],
    chosenReason: null,
    reason: null,
    at: AT,
  })
const givenBack = (refundId: string, amountCents: number, orderId = 'c1') =>
  OrderRefunded({
    orderId,
    refundId,
    providerRefundId: `P-${refundId}`,
    amountCents,
    placedAt: AT,
    status: 'Processing',
    deleted: false,
  })

const noted = (providerRefundId: string, amountCents: number, orderId = 'c1') =>
  RefundNoted({ orderId, providerRefundId, amountCents, at: AT, placedAt: AT, status: 'Processing', deleted: false })

test('an order that is refunded in parts, by the shop and at the provider, balances', async () => {
  const parts: Event[] = [askedBack('r1', 1000), givenBack('r1', 1000), askedBack('r2', 900), givenBack('r2', 900)]
  parts.push(noted('R9', 600))
  const { found, summary } = await audit([...sound, ...parts], true)
  expect(found).toEqual([])
  expect(summary).toContain('1 orders of 25.00, 25.00 captured, 25.00 refunded, 0.00 in cases, 0.00 on its way')
})

test('a refund that the provider has accepted but not made does not count as refunded, and is no finding', async () => {
  const pending = OrderRefundPending({
    orderId: 'c1',
    refundId: 'r1',
    providerRefundId: 'P-r1',
    amountCents: 1000,
    at: AT,
  })
  const begun = [...sound, askedBack('r1', 1000), pending]
  const waiting = await audit(begun, true)
  expect(waiting).toMatchObject({ found: [], summary: expect.stringContaining('25.00 captured, 0.00 refunded') })
  const made = await audit([...begun, givenBack('r1', 1000)], true)
  expect(made).toMatchObject({ found: [], summary: expect.stringContaining('10.00 refunded') })
  const ofOrder = caseOf({ orderId: 'c1', refundId: 'r1' })
  const delayed = OrderRefundDelayed({ orderId: 'c1', refundId: 'r1', code: 'PERMISSION_DENIED', at: AT })
  expect((await audit([...sound, askedBack('r1', 1000), ofOrder, delayed], true)).found).toEqual([])
  const accepted = PaymentRefundPending({
    checkoutId: 'c1',
    captureId: 'CAP2',
    amountCents: 2500,
    refundId: 'REF',
    at: AT,
  })
  const ofCheckout = [asked('c1', 'CAP2'), accepted]
  expect(await audit(ofCheckout, true)).toMatchObject({
    found: [],
    summary: expect.stringContaining('25.00 on its way'),
  })
  expect(await audit([...ofCheckout, refunded('c1', 'CAP2')], true)).toMatchObject({
    found: [],
    summary: expect.stringContaining('25.00 refunded, 0.00 in cases, 0.00 on its way'),
  })
})

test('a refund that fails after it was made no longer counts as refunded, and can be made again', async () => {
  const failed = (wasMade: boolean) =>
    OrderRefundFailed({
      ...{ orderId: 'c1', refundId: 'r1', providerRefundId: 'P-r1', amountCents: 1000, code: 'REFUND_FAILED', wasMade },
      ...{ placedAt: AT, status: 'Processing', deleted: false },
    })
  const ofOrder = caseOf({ orderId: 'c1', refundId: 'r1' })
  const after = [...sound, askedBack('r1', 1000), givenBack('r1', 1000), ofOrder, failed(true)]
  expect(await audit(after, true)).toMatchObject({
    found: [],
    summary: expect.stringContaining('1 orders of 25.00, 25.00 captured, 0.00 refunded'),
  })
  expect((await audit([...after, askedBack('r1~1', 1000), givenBack('r1~1', 1000)], true)).found).toEqual([])
  expect((await audit([...sound, askedBack('r1', 1000), ofOrder, failed(true)])).found).toEqual([
    expect.stringMatching(/P-r1 of c1 failed after it was made, but is not booked as made/),
  ])
  const ofCheckout = PaymentRefundFailed({
    ...{ checkoutId: 'c1', captureId: 'CAP2', amountCents: 2500, refundId: 'REF', code: 'REFUND_FAILED' },
  })
  expect(await audit([asked('c1', 'CAP2'), refunded('c1', 'CAP2'), ofCheckout], true)).toMatchObject({
    found: [],
    summary: expect.stringContaining('0.00 refunded, 25.00 in cases, 0.00 on its way'),
  })
})

const accepted = (captureId: string, amountCents = 2500) =>
  PaymentRefundPending({ checkoutId: 'c1', captureId, amountCents, refundId: 'REF', at: AT })
const failed = (captureId: string, amountCents = 2500) =>
  PaymentRefundFailed({ checkoutId: 'c1', captureId, amountCents, refundId: 'REF', code: 'REFUND_FAILED' })

const sound = [counted(2), reserved('c1'), paid('c1', 'CAP1'), placed('c1', 'CAP1'), taken('c1')]

describe('is reported with its place:', () => {
  test.each<[string, readonly Event[], RegExp]>([
    [
      'more pieces reserved than are on hand',
      [...sound, reserved('c2', 2)],
      /position 6, StockReserved .+: shirt has 1 on hand, but 2 reserved/,
    ],
    [
      'a stock that is below zero only for a moment',
      [counted(1), StockAdjusted({ productId: 'shirt', ...SHARED, difference: -2 }), counted(5)],
      /position 2, StockAdjusted .+: shirt has -1 on hand/,
    ],
    [
      'more pieces of a size and color reserved than are on hand',
      [counted(5), StockReserved({ productId: 'shirt', checkoutId: 'c1', lines: [{ ...medium, quantity: 1 }] })],
      /position 2, StockReserved .+: shirt \(M, Red\) has 0 on hand, but 1 reserved/,
    ],
    [
      'pieces sold from another line than the line that reserved them',
      [...partedStock, StockTaken({ productId: 'shirt', checkoutId: 'c1', lines: sharedPieces(1) })],
      /position 4, StockTaken .+: c1 had reserved 1 \(M, Red\) of shirt, but 1 were taken or released/,
    ],
    [
      'pieces sold without a hold',
      [...sound, taken('c1')],
      /position 6, .+: c1 had reserved 0 of shirt, but 1 were taken or released/,
    ],
    [
      'pieces that are sold without an order',
      [counted(2), reserved('c1'), taken('c1')],
      /position 3, .+: 1 of shirt leave the stock for c1, but it has not ordered them, or they left before/,
    ],
    [
      'pieces that are sold twice',
      [...sound, reserved('c1~1'), taken('c1~1')],
      /position 7, .+: 1 of shirt leave the stock for c1, but it has not ordered them, or they left before/,
    ],
    [
      'an order that is refunded more than its amount',
      [...sound, givenBack('r1', 2000), givenBack('r2', 600)],
      /position 7, .+: c1 costs 25.00, but 26.00 are refunded/,
    ],
    [
      'a refund of an order that is made twice',
      [...sound, givenBack('r1', 5), givenBack('r1', 5)],
      /r1 of c1 is refunded twice/,
    ],
    [
      'an order of which the provider refunds more than its amount',
      [...sound, givenBack('r1', 2000), noted('R9', 600)],
      /position 7, RefundNoted .+: c1 costs 25.00, but 26.00 are refunded/,
    ],
    [
      'a refund at the provider that is booked twice',
      [...sound, givenBack('r1', 5), noted('P-r1', 5)],
      /position 7, RefundNoted .+: P-r1 at the provider is booked with c1 twice/,
    ],
    [
      'a refund at the provider of an unknown order',
      [...sound, noted('R9', 5, 'c9')],
      /c9 is refunded, but there is no such order/,
    ],
    [
      'a refund of an unknown order',
      [...sound, givenBack('r1', 5, 'c9')],
      /c9 is refunded, but there is no such order/,
    ],
    [
      'a hold that is released in part',
      [counted(2), reserved('c1', 2), taken('c1')],
      /c1 had reserved 2 of shirt, but 1 were taken or released/,
    ],
    [
      'a hold reserved twice',
      [counted(2), reserved('c1'), reserved('c1')],
      /position 3, .+: shirt is reserved twice for c1/,
    ],
    [
      'a capture that pays two checkouts',
      [...sound, paid('c2', 'CAP1')],
      /position 6, .+: CAP1 \(taken for c1 at position 3\) is taken again, for c2/,
    ],
    [
      'an order without money',
      [placed('c1', 'CAP1')],
      /position 1, .+: CAP1 is not taken, so it cannot change to “an order”/,
    ],
    [
      'two orders for one capture',
      [...sound, placed('c2', 'CAP1')],
      /position 6, .+: CAP1 \(.+ position 3\) is an order, so it cannot change to “an order”/,
    ],
    [
      'two orders of one checkout',
      [...sound, paid('c1', 'CAP2'), placed('c1', 'CAP2')],
      /position 7, .+: c1 is ordered twice/,
    ],
    [
      'an order with another amount than its capture',
      [paid('c1', 'CAP1'), placed('c1', 'CAP1', 2600)],
      /position 2, .+: the amount of CAP1 is 25.00, but the order has 26.00/,
    ],
    [
      'an order for another checkout’s money',
      [paid('c1', 'CAP1'), placed('c2', 'CAP1')],
      /CAP1 was taken for c1, but the order belongs to c2/,
    ],
    [
      'money of an order that is also refunded as a payment',
      [...sound, asked('c1', 'CAP1')],
      /position 6, .+: CAP1 .+ is an order, so it cannot change to “to be refunded”/,
    ],
    [
      'a refund without a request',
      [paid('c1', 'CAP1'), refunded('c1', 'CAP1')],
      /CAP1 .+ is paid, so it cannot change to “refunded”/,
    ],
    [
      'money that is refunded twice',
      [asked('c1', 'CAP2'), refunded('c1', 'CAP2'), refunded('c1', 'CAP2')],
      /position 3, .+: CAP2 .+ is refunded, so it cannot change to “refunded”/,
    ],
    [
      'a refund of another amount',
      [asked('c1', 'CAP2'), refunded('c1', 'CAP2', 2400)],
      /position 2, .+: the amount of CAP2 is 25.00, but the refund has 24.00/,
    ],
    [
      'a refund that is requested for another amount than was taken',
      [paid('c1', 'CAP1'), asked('c1', 'CAP1', 2400)],
      /position 2, .+: the amount of CAP1 is 25.00, but the refund has 24.00/,
    ],
    [
      'money of an order whose refund is requested as if there were no order',
      [...sound, refunded('c1', 'CAP1')],
      /position 6, .+: CAP1 .+ is an order, so it cannot change to “refunded”/,
    ],
    [
      'money that is to be refunded and becomes an order',
      [asked('c1', 'CAP1'), placed('c1', 'CAP1')],
      /position 2, .+: CAP1 .+ is to be refunded, so it cannot change to “an order”/,
    ],
    [
      'a refund without a request that the provider accepts',
      [paid('c1', 'CAP1'), accepted('CAP1')],
      /position 2, .+: CAP1 .+ is paid, so it cannot change to “being refunded”/,
    ],
    [
      'an accepted refund with another amount',
      [asked('c1', 'CAP2'), accepted('CAP2', 2400)],
      /position 2, .+: the amount of CAP2 is 25.00, but the refund has 24.00/,
    ],
    [
      'a refund that fails before it was accepted',
      [asked('c1', 'CAP2'), failed('CAP2')],
      /position 2, .+: CAP2 .+ is to be refunded, so it cannot change to “a case”/,
    ],
    [
      'a failed refund with another amount',
      [asked('c1', 'CAP2'), refunded('c1', 'CAP2'), failed('CAP2', 2400)],
      /position 3, .+: the amount of CAP2 is 25.00, but the failed refund has 24.00/,
    ],
    [
      'a refund of an order that is requested twice',
      [...sound, askedBack('r1', 5), askedBack('r1', 5)],
      /position 7, .+: r1 of c1 is requested again, after it was requested/,
    ],
    [
      'more pieces sold than were ordered',
      [counted(2), reserved('c1', 2), paid('c1', 'CAP1'), placed('c1', 'CAP1'), taken('c1', 2)],
      /position 5, .+: 2 of shirt leave the stock for c1, but it has not ordered them, or they left before/,
    ],
    [
      'a code that two checkouts hold',
      ['c1', 'c2'].map((checkoutId) => DiscountReserved({ emailKey: 'ada', checkoutId })),
      /position 2, .+: c2 takes a code that c1 holds/,
    ],
    [
      'sums that do not balance',
      [paid('c1', 'CAP1'), placed('c1', 'CAP1', 2600)],
      /the sums are off by -1.00 from here on/,
    ],
  ])('%s', async (_, events, expected) => {
    const { found, count } = await audit(events)
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
    expect(count).toBe(found.length)
  })

  test('an order whose pieces stay in the stock', async () => {
    const placedOnly = [counted(2), reserved('c1'), paid('c1', 'CAP1'), placed('c1', 'CAP1')]
    expect((await audit(placedOnly)).found).toEqual([])
    expect((await audit(placedOnly, true)).found).toEqual(['c1, placed at position 4: 0 of 1 of shirt left the stock'])
  })

  test('a code for a first order that is held without becoming an order', async () => {
    const held = [DiscountReserved({ emailKey: 'ada', checkoutId: 'c1' })]
    expect((await audit(held)).found).toEqual([])
    expect((await audit(held, true)).found).toEqual([
      'c1 holds a code for a first order, and its checkout did not become an order',
    ])
  })

  test('the first fifty findings, and the number of all', async () => {
    const { found, count } = await audit(Array.from({ length: 60 }, () => placed('c1', 'CAP1')))
    expect(found).toHaveLength(50)
    expect(count).toBeGreaterThan(60)
  })

  test('a refund of an order that the provider neither makes nor refuses', async () => {
    const finding = 'r1 of c1, 10.00, requested at position 6, is neither made nor refused'
    expect((await audit([...sound, askedBack('r1', 1000)], true)).found).toEqual([finding])
  })

  test('money that nothing deals with, after an hour in the log, or immediately with --settled', async () => {
    const lying = [paid('c1', 'CAP1')]
    const finding = /^CAP1 \(taken for c1 at position 1\), 25.00, has become neither an order nor a refund nor a case$/
    expect((await audit(lying)).found).toEqual([])
    expect((await audit(lying, true)).found).toEqual([expect.stringMatching(finding)])
    const anHourOn = stored([...lying, counted(1)], LATER).map((event, at) => ({ ...event, ...stored(lying)[at] }))
    expect((await auditBooks([anHourOn])).found).toEqual([expect.stringMatching(finding)])
  })
})

const started = (release: string, orders: string) =>
  ShopStarted({
    ...{ release, readModels: [orders], startedAt: AT },
    settings: {
      ...{ processes: 'one', log: 'file', production: false, testPayments: true, checkoutTtlSeconds: 1800 },
      ...{ rateLimits: true, demo: false, analysis: true },
    },
  })

test('findings of earlier releases are reported separately, findings of this release are not', async () => {
  const wrong = (n: number) => [
    StockAdjusted({ productId: `cap${n}`, ...SHARED, difference: -1 }),
    paid(`c${n}`, `CAP${n}`),
    askedBack(`r${n}`, 5),
    placed(`d${n}`, `CAPD${n}`),
  ]
  const expectedFindings = (n: number) => [
    expect.stringMatching(new RegExp(`cap${n} has -1 on hand`)),
    expect.stringMatching(new RegExp(`CAPD${n} is not taken, so it cannot change to “an order”`)),
    expect.stringMatching(/the sums are off by/),
    expect.stringMatching(new RegExp(`d${n}: it needs 1 of shirt`)),
    expect.stringMatching(new RegExp(`CAP${n} .+ has become neither an order`)),
    expect.stringMatching(new RegExp(`r${n} of c1, .+ is neither made nor refused`)),
    expect.stringMatching(new RegExp(`d${n}, placed at position .+: 0 of 1 of shirt left the stock`)),
  ]
  const { found, earlier } = await audit(
    [started('0.9', 'orders@7'), ...wrong(2), started('1.0', 'orders@8'), ...wrong(3)],
    true,
  )
  expect(earlier).toEqual(expectedFindings(2))
  for (const line of earlier) expect(line).toMatch(/^release 0\.9: /)
  expect(found).toEqual(expectedFindings(3))
})

test('a log that the shop itself has written balances', async () => {
  const world = createWorld()
  await world.list('shirt', 3)
  const { checkoutId } = await world.start('ada', { shirt: 2 })
  world.bank.decide(await world.beginPayment(checkoutId), 'approved')
  await world.pay('ada', { checkoutId })
  await world.finalize(checkoutId)
  await world.becomes(checkoutId, 'Cancelled')
  await world.settle()
  expect((await auditBooks([world.events], { isSettled: true })).found).toEqual([])
})
