import { allEvents } from '@shop/language/all-events'
import { cartStream } from '@shop/language/cart/events'
import { checkoutStream } from '@shop/language/checkout/events'
import { signalsOf } from '@shop/language/checkout/signal-events'
import { claimStream } from '@shop/language/events/claim-events'
import { mailsStream } from '@shop/language/mail/events'
import { mailIdOf } from '@shop/language/mail/subject'
import { orderStream } from '@shop/language/order/events'
import { stockStream } from '@shop/language/stock/events'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copying, KEY, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { createPseudonyms } from '../pseudonyms/pseudonyms.ts'
import { createMailIds } from './mail-ids.ts'
import { createOrderLives } from './order-life.ts'

const place = newFolder()
const store = openSqliteEventStore(':memory:')
const pseudonym = createPseudonyms(KEY)
const ADA = 'ada_canary'
const GUEST = 'guest_canary'
const CASE = 'case_canary'
const size = { size: 'M', color: 'Blue' }
const line = { productId: 'p1', ...size }
const item = { ...line, name: 'Tee', image: '', priceCents: 2500, quantity: 1 }
const held = (checkoutId: string) => ({ checkoutId, productId: 'p1', lines: [{ ...size, quantity: 1 }] })
const mail = (of: string, kind: 'order-placed' | 'welcome') => ({
  ...{ mailId: () => mailIdOf(idOf(of), kind), personId: ADA, kind, begunAt: '' },
})
const at = '2026-03-01T10:00:00.000Z'
const placed = (orderId: string) => ({
  orderId,
  customerId: ADA,
  items: [{ ...item, paidCents: 2500 }],
  placedAt: at,
  paidAt: at,
})
const news = { amountCents: 1, code: '', debugId: null, dispute: null }
const opened = { kind: 'refund-refused', customerId: ADA, providerOrderId: null, captureId: null, refundId: null }

/** `is`: whether the event is part of the life of the order o1. */
type Happened = readonly [is: 'o1' | 'other', stream: string, type: string, data: object]
const happened: readonly Happened[] = [
  ['other', stockStream('p1'), 'StockCounted', { ...line, available: 7 }],
  ['other', cartStream(GUEST), 'ItemAddedToCart', { ownerId: GUEST, item }],
  ['other', cartStream(GUEST), 'GuestCartHandedOver', { ownerId: GUEST, to: ADA, handover: 1 }],
  [
    'other',
    cartStream(ADA),
    'GuestCartMerged',
    { ownerId: ADA, guestId: GUEST, items: [item], notices: [], handover: 1 },
  ],
  ['other', cartStream(GUEST), 'HandoverReceived', { ownerId: GUEST, handover: 1 }],
  ['other', checkoutStream('o0'), 'CheckoutStarted', { checkoutId: 'o0', customerId: ADA }],
  ['other', orderStream('o0'), 'OrderPlaced', placed('o0')],
  ['other', cartStream(ADA), 'PurchaseLeftCart', { ownerId: ADA, orderId: 'o0', lines: [{ ...line, quantity: 1 }] }],
  ['o1', cartStream(GUEST), 'ItemAddedToCart', { ownerId: GUEST, item }],
  ['o1', cartStream(GUEST), 'GuestCartHandedOver', { ownerId: GUEST, to: ADA, handover: 2 }],
  ['o1', cartStream(ADA), 'GuestCartMerged', { ownerId: ADA, guestId: GUEST, items: [item], notices: [], handover: 2 }],
  ['o1', cartStream(GUEST), 'HandoverReceived', { ownerId: GUEST, handover: 2 }],
  ['other', cartStream(GUEST), 'ItemAddedToCart', { ownerId: GUEST, item }],
  [
    'o1',
    'holds-day',
    'HoldCounted',
    { networkKey: 'n', clientKey: 'c', checkoutId: 'o1', pieces: 1, countedAt: '', over: [] },
  ],
  [
    'other',
    'holds-day',
    'HoldCounted',
    { networkKey: 'n', clientKey: 'c', checkoutId: 'o2', pieces: 1, countedAt: '', over: ['o1'] },
  ],
  ['o1', checkoutStream('o1'), 'CheckoutStarted', { checkoutId: 'o1', customerId: ADA }],
  ['o1', cartStream(ADA), 'CheckoutOpened', { ownerId: ADA, checkoutId: 'o1' }],
  ['o1', stockStream('p1'), 'StockReserved', held('o1')],
  ['other', stockStream('p1'), 'StockReserved', held('o2')],
  ['o1', stockStream('p1'), 'StockReserved', held('o1~1')],
  ['o1', checkoutStream('o1'), 'PaymentStarted', { checkoutId: 'o1', providerOrderId: 'pay 1' }],
  [
    'o1',
    signalsOf('pay 1'),
    'SignalReceived',
    { signalId: 's1', what: 'PAID', providerOrderId: 'pay 1', checkoutId: 'o1', dispute: null },
  ],
  ['o1', claimStream('provider-order', 'pay 1'), 'KeyClaimed', { kind: 'provider-order', ownerId: 'o1' }],
  ['o1', orderStream('o1'), 'OrderPlaced', placed('o1')],
  ['o1', cartStream(ADA), 'PurchaseLeftCart', { ownerId: ADA, orderId: 'o1', lines: [{ ...line, quantity: 1 }] }],
  ['other', cartStream(ADA), 'ItemAddedToCart', { ownerId: ADA, item }],
  ['o1', mailsStream(ADA), 'MailBegun', mail(orderStream('o1'), 'order-placed')],
  ['other', mailsStream(ADA), 'MailBegun', mail(orderStream('o0'), 'order-placed')],
  [
    'o1',
    `case-${CASE}`,
    'CaseOpened',
    { caseId: CASE, ...opened, checkoutId: 'o1', orderId: 'o1', disputeId: null, ...news, openedAt: '' },
  ],
  [
    'o1',
    `case-${CASE}`,
    'CaseClosed',
    { caseId: CASE, personId: ADA, outcome: 'settled', refundId: null, reason: null, closedAt: '' },
  ],
  [
    'o1',
    stockStream('p1'),
    'StockReturned',
    { orderId: 'o1', productId: 'p1', lines: [{ ...size, quantity: 1 }], returnId: null },
  ],
]

const versionOf = (type: string) => allEvents.find((event) => event.type === type)!.version
const eventId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
/** The id of the first event of a stream. */
const idOf = (stream: string) => eventId(happened.findIndex(([, name]) => name === stream))

beforeAll(async () => {
  const some = await someEvents(happened.length, 3)
  const versions = new Map<string, number>()
  for (const [index, [, stream, type, data]] of happened.entries()) {
    const version = versions.get(stream) ?? -1
    const metadata = { ...some[index]!.metadata, schemaVersion: versionOf(type) }
    const stored = Object.entries(data).map(([name, value]) => [name, typeof value === 'function' ? value() : value])
    await store.append(stream, version, [{ id: eventId(index), type, data: Object.fromEntries(stored), metadata }])
    versions.set(stream, version + 1)
  }
})
afterAll(async () => {
  await store.close()
  place.remove()
})

const life = (order: string, most?: number) =>
  copying(store, place.folder, async (copy) => {
    await copy.settled()
    return createOrderLives(copy, createMailIds(store, pseudonym), most)(order)
  })

test('the life of an order has exactly the events about it, from all streams, in order', async () => {
  const { order, events, more } = await life('o1')
  const own = happened.flatMap(([is, , type], index) => (is === 'o1' ? [[index + 1, type]] : []))
  expect(events.map(({ event, type }) => [event, type])).toEqual(own)
  expect([order, more]).toEqual(['o1', false])
  expect(new Set(events.map(({ kind }) => kind))).toEqual(
    new Set(['cart', 'holds', 'checkout', 'stock', 'signals', 'provider-order', 'order', 'mails', 'case']),
  )
  expect(JSON.stringify(events)).not.toContain('canary')
})

test('each event has what it changed in the thing of its stream, even if the life lacks earlier events of the stream', async () => {
  const { events } = await life('o1')
  const changesOf = (type: string) =>
    events
      .filter((event) => event.type === type)
      .map(({ by, changes }) => [by, ...changes.map((one) => [one.field, one.before, one.after])])
  expect(changesOf('StockReserved')).toEqual([
    ['projection', ['available', 7, 6], ['lines[M Blue].reserved', 0, 1]],
    ['projection', ['available', 5, 4], ['lines[M Blue].reserved', 2, 3]],
  ])
  expect(changesOf('PaymentStarted')).toEqual([['data', ['providerOrderId', null, pseudonym('pay 1')]]])
})

test('the first events are returned if there are too many, and an unknown order is refused', async () => {
  const { events, more } = await life('o1', 5)
  expect([events.map(({ event }) => event), more]).toEqual([[9, 10, 11, 12, 14], true])
  expect((await life('o0')).events.map(({ event }) => event)).toEqual([2, 3, 4, 5, 6, 7, 8, 28])
  await expect(life("o1' OR true --")).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
