import {
  AccountErased,
  AccountRegistered,
  EmailChanged,
  EmailChangeRequested,
  PasswordChanged,
} from '@shop/language/account/events'
import { PasswordForgotten } from '@shop/language/account/forgotten-events'
import { CheckoutOpened, GuestCartHandedOver, GuestCartMerged, ItemAddedToCart } from '@shop/language/cart/events'
import { CaseAttempted } from '@shop/language/case/events'
import {
  CheckoutAbandoned,
  CheckoutExpired,
  CheckoutPaid,
  CheckoutReopened,
  CheckoutStarted,
  CheckoutSuperseded,
} from '@shop/language/checkout/events'
import {
  PaymentPending,
  PaymentRefunded,
  PaymentRefundPending,
  PaymentRefused,
  PaymentStarted,
  RefundRequested,
} from '@shop/language/checkout/payment-events'
import type { Event, Recorded } from '@shop/language/events/event'
import { OrderDeleted, OrderPlaced, OrderRestored, OrderStatusChanged } from '@shop/language/order/events'
import { PiecesGivenUp, PiecesReclaimed, ReclaimBegun, ReclaimEnded } from '@shop/language/order/piece-events'
import {
  OrderRefunded,
  OrderRefundPending,
  OrderRefundRequested,
  RefundNoted,
} from '@shop/language/order/refund-events'
import { ReturnReceived, ReturnRequested } from '@shop/language/order/return-events'
import { QuestionKept } from '@shop/language/question/events'
import { StockReserved } from '@shop/language/stock/events'
import { boughtOf, nothingSince, saidNothing, sampleLine } from '@shop/language/test-support/sample-order'
import { sharedPieces } from '@shop/language/test-support/shared-line'
import { idFrom } from '@shop/language/values/id-from'
import { expect, test } from 'vitest'
import { type FollowUp, followUpsOf } from '../process-manager.ts'
import { processes } from './all.ts'
import { sendMails } from './send-mails.ts'

const AT = '2026-01-01T10:00:00.000Z'
const checkoutId = 'c1'
const item = sampleLine
const bought = boughtOf(item)

/** The commands of all process managers after one event, except mails. */
const asksAfter = (event: Event) => allAfter(event).filter(({ command }) => command.type !== 'SendMail')

function allAfter(event: Event): readonly FollowUp[] {
  const recorded = { ...event, metadata: { recordedAt: AT, actor: { role: 'customer' } } } as Recorded
  return processes.flatMap((process) => followUpsOf(process, recorded))
}

test('when a checkout is started, its stock is reserved, and the checkout expires at its time', () => {
  const expiresAt = '2026-01-01T10:30:00.000Z'
  const asks = [
    { command: { type: 'ReserveStock', checkoutId }, delayMs: 10_000 },
    { command: { type: 'ExpireCheckout', checkoutId }, dueAt: expiresAt },
  ]
  expect(asksAfter(CheckoutStarted({ checkoutId, ...bought, startedAt: AT, expiresAt }))).toEqual(asks)
  const check = { command: { type: 'CheckPayment', checkoutId, until: 'pending' }, delayMs: 15_000 }
  expect(asksAfter(CheckoutReopened({ checkoutId, expiresAt }))).toEqual([...asks, check])
})

test('reserved pieces are released again if their hold has already ended', () => {
  const lines = [{ size: 'M', color: '', quantity: 1 }]
  for (const holdId of [checkoutId, `${checkoutId}~2`])
    expect(asksAfter(StockReserved({ productId: 'shirt', checkoutId: holdId, lines }))).toEqual([
      { command: { type: 'ReleaseStock', checkoutId, only: { holdId, productId: 'shirt' } } },
    ])
})

test('a newer checkout supersedes the previous one', () => {
  expect(asksAfter(CheckoutOpened({ ownerId: 'ada', checkoutId }))).toEqual([])
  expect(asksAfter(CheckoutOpened({ ownerId: 'ada', checkoutId, supersedes: 'c0' }))).toEqual([
    { command: { type: 'SupersedeCheckout', checkoutId: 'c0', by: checkoutId } },
  ])
})

test.each([
  CheckoutExpired({ checkoutId }),
  CheckoutSuperseded({ checkoutId, by: 'c2' }),
  CheckoutAbandoned({ checkoutId, reason: '' }),
])('after $type the stock of the checkout is released', (event) => {
  expect(asksAfter(event)).toEqual([{ command: { type: 'ReleaseStock', checkoutId } }])
})

test('a started payment is checked, and a paid checkout becomes an order', () => {
  expect(asksAfter(PaymentStarted({ checkoutId, providerOrderId: 'pp1' }))).toEqual([
    { command: { type: 'CheckPayment', checkoutId, until: 'pending' }, delayMs: 15_000 },
  ])
  const money = { captureId: 'cap1', amountCents: 2500 }
  expect(asksAfter(CheckoutPaid({ checkoutId, providerOrderId: 'pp1', ...money, paidAt: AT, held: true }))).toEqual([
    { command: { type: 'PlaceOrder', checkoutId } },
  ])
  expect(asksAfter(RefundRequested({ checkoutId, ...money, reason: '' }))).toEqual([
    { command: { type: 'RefundPayment', checkoutId, captureId: 'cap1' } },
  ])
})

test('a pending payment is checked, and its pieces are held until a given time; after a refusal they are returned', () => {
  const money = { providerOrderId: 'pp1', captureId: 'cap1', amountCents: 2500, held: true }
  const holdUntil = '2026-01-04T10:00:00.000Z'
  expect(
    asksAfter(PaymentPending({ checkoutId, ...bought, ...money, pendingAt: AT, holdUntil, reason: null })),
  ).toEqual([
    { command: { type: 'ExpireCheckout', checkoutId }, dueAt: holdUntil },
    { command: { type: 'CheckPayment', checkoutId }, delayMs: 15_000 },
  ])
  expect(
    asksAfter(
      PaymentRefused({ checkoutId, providerOrderId: 'pp1', code: 'DECLINED', final: true, meaning: 'refused', at: AT }),
    ),
  ).toEqual([{ command: { type: 'ReturnRefused', checkoutId } }])
})

test('a placed order is settled, and a cancelled order returns its stock', () => {
  const facts = { orderId: 'o1', ...bought, captureId: 'cap1', paidAt: AT, placedAt: AT }
  expect(asksAfter(OrderPlaced(facts))).toEqual([{ command: { type: 'SettleOrder', orderId: 'o1' } }])
  const change = { orderId: 'o1', from: 'Processing', totalCents: 2500, placedAt: AT, ...saidNothing } as const
  expect(asksAfter(OrderStatusChanged({ ...change, to: 'Shipped' }))).toEqual([])
  const returned = { command: { type: 'ReturnStock', orderId: 'o1' } }
  expect(asksAfter(OrderStatusChanged({ ...change, to: 'Cancelled' }))).toEqual([])
  expect(asksAfter(OrderStatusChanged({ ...change, to: 'Cancelled', movesPieces: true }))).toEqual([returned])
  const pieces = [{ line: 0, productId: 'p1', quantity: 1, toStock: 1 }]
  expect(asksAfter(PiecesGivenUp({ orderId: 'o1', moveId: 'o1~back1', cause: 'cancelled', pieces }))).toEqual([
    returned,
  ])
  const followed = { command: { type: 'FollowDeletion', orderId: 'o1' } }
  expect(asksAfter(OrderRestored({ ...facts, status: 'Shipped', refundDue: false, ...nothingSince }))).toEqual([
    followed,
  ])
  expect(asksAfter(OrderRestored({ ...facts, status: 'Cancelled', refundDue: true, ...nothingSince }))).toEqual([
    followed,
    returned,
  ])
  const deleted = {
    orderId: 'o1',
    status: 'Processing' as const,
    lines: [],
    totalCents: 2500,
    placedAt: AT,
    ...saidNothing,
  }
  expect(asksAfter(OrderDeleted(deleted))).toEqual([])
  expect(asksAfter(OrderDeleted({ ...deleted, dueCents: 2500 }))).toEqual([followed])
  const money = { orderId: 'o1', providerRefundId: 'R1', amountCents: 2500, at: AT, placedAt: AT }
  const noted = { ...money, status: 'Processing' } as const
  expect(asksAfter(RefundNoted({ ...noted, deleted: false }))).toEqual([])
  expect(asksAfter(RefundNoted({ ...noted, deleted: true }))).toEqual([followed])
})

test('a reclaim of pieces is settled, even if the request that began it dies', () => {
  const holdId = 'o1~again1'
  const settled = { command: { type: 'SettleReclaim', orderId: 'o1', holdId } }
  const later = { ...settled, delayMs: 60_000 }
  const pieces = [{ line: 0, productId: 'p1', quantity: 1 }]
  expect(asksAfter(ReclaimBegun({ orderId: 'o1', holdId, pieces }))).toEqual([later])
  expect(asksAfter(StockReserved({ productId: 'p1', checkoutId: holdId, lines: sharedPieces(1) }))).toEqual([later])
  expect(asksAfter(PiecesReclaimed({ orderId: 'o1', holdId, pieces, lines: [] }))).toEqual([settled])
  expect(asksAfter(ReclaimEnded({ orderId: 'o1', holdId }))).toEqual([settled])
})

test('a refund of an order, a checkout or a case is looked up later if the provider has only accepted it', () => {
  const delayMs = 60_000
  const pending = { amountCents: 2500, at: AT }
  expect(asksAfter(OrderRefundPending({ orderId: 'o1', refundId: 'r1', providerRefundId: 'P1', ...pending }))).toEqual([
    { command: { type: 'LookUpRefund', orderId: 'o1', providerRefundId: 'P1' }, delayMs },
  ])
  expect(asksAfter(PaymentRefundPending({ checkoutId, captureId: 'cap1', refundId: 'P1', ...pending }))).toEqual([
    { command: { type: 'LookUpPaymentRefund', checkoutId, captureId: 'cap1' }, delayMs },
  ])
  const tried = { caseId: 'k1', personId: 'k1', act: 'refund', reason: 'Not ours', at: AT } as const
  expect(asksAfter(CaseAttempted({ ...tried, code: 'REFUND_PENDING' }))).toEqual([
    { command: { type: 'LookUpCaseRefund', caseId: 'k1' }, delayMs },
  ])
  expect(asksAfter(CaseAttempted({ ...tried, code: 'REFUND_NOT_ALLOWED' }))).toEqual([])
})

test('a requested refund is made, and a received return goes back into stock', () => {
  const said = { chosenReason: null, reason: null, at: AT }
  const asked = { orderId: 'o1', customerId: 'ada', pieces: [{ line: 0, quantity: 1 }], ...said }
  const refund = { ...asked, refundId: 'r1', captureId: 'cap1', amountCents: 2500 }
  expect(asksAfter(OrderRefundRequested(refund))).toEqual([
    { command: { type: 'MakeRefund', orderId: 'o1', refundId: 'r1' } },
  ])
  expect(asksAfter(ReturnRequested({ ...asked, returnId: 't1' }))).toEqual([])
  expect(asksAfter(ReturnReceived({ chosenReason: null, orderId: 'o1', returnId: 't1', pieces: [], at: AT }))).toEqual([
    { command: { type: 'RestockReturn', orderId: 'o1', returnId: 't1' } },
  ])
})

test('adding an item to a cart queues no job', () => {
  const { sku: _, ...line } = item
  for (const ownerId of ['ada', 'guest_1']) expect(asksAfter(ItemAddedToCart({ ownerId, item: line }))).toEqual([])
})

test("a guest's cart that was handed over is merged, and an erasure is finished", () => {
  expect(asksAfter(GuestCartHandedOver({ ownerId: 'guest_1', to: 'ada', handover: 1 }))).toEqual([
    { command: { type: 'FinishMerge', guestId: 'guest_1' } },
  ])
  expect(asksAfter(AccountErased({ accountId: 'ada', emailKey: 'k' }))).toEqual([
    { command: { type: 'FinishErasure', accountId: 'ada', emailKey: 'k' } },
  ])
})

test('a rename is finished, and saving a question queues no job', () => {
  const saved = { name: 'new', savedVersion: 1, authorId: 'ann', sql: 'SELECT 1', parameters: {}, savedAt: AT }
  const kept = { ...saved, keyName: 'shop-questions' }
  expect(asksAfter(QuestionKept(kept))).toEqual([])
  expect(asksAfter(QuestionKept({ ...kept, formerName: 'old' }))).toEqual([
    {
      command: { type: 'FinishRename', name: 'old', newName: 'new', byId: 'ann', renamedAt: AT },
      delayMs: 10_000,
    },
  ])
})

test('a recorded merge needs a command only if an earlier version recorded it', () => {
  const merged = { ownerId: 'ada', guestId: 'guest_1', items: [], notices: [] }
  expect(asksAfter(GuestCartMerged({ ...merged, handover: 1 }))).toEqual([])
  expect(asksAfter(GuestCartMerged({ ...merged, handover: 0 }))).toEqual([
    { command: { type: 'CloseGuestCart', guestId: 'guest_1', mergedInto: 'ada' } },
  ])
})

const mailsAfter = (event: Event) =>
  allAfter(event).flatMap(({ command }) => (command.type === 'SendMail' ? [command.about] : []))

test('people get mails about their account, but the shop’s first admin gets no mail when the account is created', () => {
  const person = { accountId: 'ada', name: 'Ada', email: 'ada@x.test', emailKey: 'k' }
  const by = (role: 'guest' | 'system') =>
    followUpsOf(sendMails, {
      ...AccountRegistered(person),
      id: 'e1',
      metadata: { recordedAt: AT, actor: { role } },
    } as Recorded)
  expect(by('system')).toEqual([])
  expect(by('guest')).toEqual([
    {
      command: {
        type: 'SendMail',
        mailId: idFrom('mail', 'e1', 'welcome'),
        askedAt: AT,
        about: { kind: 'welcome', accountId: 'ada' },
      },
    },
  ])
  const changed = PasswordChanged({ accountId: 'ada', passwordHash: 'h', by: 'password' })
  expect(mailsAfter(changed)).toEqual([{ kind: 'password-changed', accountId: 'ada' }])
  const another = { accountId: 'ada', email: 'king@x.test', emailKey: 'k2' }
  const wanted = { kind: 'email-confirm', accountId: 'ada', emailKey: 'k2' }
  expect(mailsAfter(EmailChangeRequested(another))).toEqual([wanted])
  const moved = EmailChanged({ ...another, formerEmail: person.email, formerKey: 'k' })
  expect(mailsAfter(moved)).toEqual([{ kind: 'email-changed', accountId: 'ada', emailKey: 'k' }])
  expect(mailsAfter(PasswordForgotten({ emailKey: 'k' }))).toEqual([{ kind: 'password-reset', emailKey: 'k' }])
})

test('a buyer gets mails about their payment and their order, and a mail that asks for a missing address', () => {
  const address = {
    firstName: 'Ada',
    lastName: 'Weaver',
    address: '1 Loom Lane',
    city: 'Ghent',
    postalCode: '9000',
    country: 'Belgium',
    phone: '',
  }
  const facts = { orderId: 'o1', ...bought, captureId: 'cap1', paidAt: AT, placedAt: AT }
  const placed = { kind: 'order-placed', orderId: 'o1' }
  expect(mailsAfter(OrderPlaced({ ...facts, shippingAddress: address }))).toEqual([placed])
  expect(mailsAfter(OrderPlaced({ ...facts, shippingAddress: { ...address, city: ' ' } }))).toEqual([
    placed,
    { kind: 'address-missing', orderId: 'o1' },
  ])
  const ofHongKong = { ...address, postalCode: '', country: 'Hong Kong' }
  expect(mailsAfter(OrderPlaced({ ...facts, shippingAddress: ofHongKong }))).toEqual([placed])
  const money = { checkoutId, captureId: 'cap1', amountCents: 2500 }
  const pending = {
    ...bought,
    ...money,
    providerOrderId: 'pp1',
    held: true,
    pendingAt: AT,
    holdUntil: AT,
    reason: null,
  }
  expect(mailsAfter(PaymentPending(pending))).toEqual([{ kind: 'payment-pending', checkoutId }])
  const refusal = {
    checkoutId,
    providerOrderId: 'pp1',
    code: 'DENIED',
    final: true,
    meaning: 'refused',
    at: AT,
  } as const
  expect(mailsAfter(PaymentRefused(refusal))).toEqual([])
  expect(mailsAfter(PaymentRefused({ ...refusal, wasPending: true }))).toEqual([
    { kind: 'payment-not-confirmed', checkoutId },
  ])
  expect(mailsAfter(PaymentRefunded({ ...money, refundId: 'r1' }))).toEqual([{ kind: 'payment-returned', checkoutId }])
})

test('a buyer gets a mail about each new status, a tracking number that comes later, and an order that is no longer cancelled', () => {
  const change = { orderId: 'o1', from: 'Processing', totalCents: 2500, placedAt: AT, ...saidNothing } as const
  const kinds = (changes: object) =>
    mailsAfter(OrderStatusChanged({ ...change, to: 'Shipped', ...changes })).map(({ kind }) => kind)
  expect(kinds({})).toEqual(['order-shipped'])
  expect(kinds({ from: 'Shipped' })).toEqual([])
  expect(kinds({ from: 'Shipped', trackingNumber: 'T1' })).toEqual(['order-shipped'])
  expect(kinds({ from: 'Shipped', to: 'Delivered' })).toEqual(['order-delivered'])
  expect(kinds({ to: 'Cancelled' })).toEqual(['order-cancelled'])
  expect(kinds({ from: 'Shipped', to: 'Processing' })).toEqual([])
  for (const to of ['Processing', 'Shipped', 'Delivered'])
    expect(kinds({ from: 'Cancelled', to })).toEqual(['order-resumed'])
})

test('a mail is sent about a refund and about returned pieces', () => {
  const taken = { placedAt: AT, status: 'Delivered', deleted: false } as const
  const refund = { orderId: 'o1', providerRefundId: 'pr1', amountCents: 100, ...taken }
  expect(mailsAfter(OrderRefunded({ ...refund, refundId: 'r1' }))).toEqual([
    { kind: 'order-refunded', orderId: 'o1', refundId: 'r1' },
  ])
  expect(mailsAfter(RefundNoted({ ...refund, at: AT }))).toEqual([
    { kind: 'order-refunded', orderId: 'o1', refundId: 'pr1' },
  ])
  const received = { orderId: 'o1', returnId: 't1', chosenReason: null, at: AT }
  const pieces = [{ line: 0, quantity: 1, restocked: 1 }]
  expect(mailsAfter(ReturnReceived({ ...received, pieces }))).toEqual([
    { kind: 'return-received', orderId: 'o1', returnId: 't1' },
  ])
  expect(mailsAfter(ReturnReceived({ ...received, pieces: [] }))).toEqual([])
})
