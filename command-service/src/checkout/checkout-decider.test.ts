import {
  CheckoutAbandoned,
  CheckoutExpired,
  CheckoutFinalized,
  CheckoutPaid,
  CheckoutReopened,
  CheckoutStarted,
  CheckoutSuperseded,
  StockHeldAgain,
} from '@shop/language/checkout/events'
import { PaymentRefunded, PaymentStarted, RefundRequested } from '@shop/language/checkout/payment-events'
import { boughtOf, sampleLine } from '@shop/language/test-support/sample-order'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type CheckoutCommand, checkoutDecider } from './checkout-decider.ts'

const { given } = specOf(checkoutDecider)
const checkoutId = 'c1'
const shirt = { ...sampleLine, name: 'Linen Shirt', quantity: 2, paidCents: 5000 }
const facts = {
  ...boughtOf(shirt),
  startedAt: '2026-01-01T10:00:00.000Z',
  expiresAt: '2026-01-01T10:30:00.000Z',
}
const IN_TIME = '2026-01-01T10:10:00.000Z'
const LATE = '2026-01-01T10:30:00.000Z'

const started = CheckoutStarted({ checkoutId, ...facts })
const expired = CheckoutExpired({ checkoutId })
const money = { captureId: 'cap1', amountCents: 5000 }
const paid = (held = true) => CheckoutPaid({ checkoutId, providerOrderId: 'pp1', ...money, paidAt: IN_TIME, held })
const pay = (captureId = 'cap1', heldLapses = 0): CheckoutCommand => ({
  type: 'Pay',
  heldLapses,
  checkoutId,
  providerOrderId: 'pp1',
  captureId,
  amountCents: 5000,
  at: IN_TIME,
})
const reopened = CheckoutReopened({ checkoutId, expiresAt: LATE })
const refundRequested = (reason: string, captureId = 'cap1') =>
  RefundRequested({ checkoutId, captureId, amountCents: 5000, reason })
const taken = [{ productId: 'shirt', size: 'M', color: 'Red', quantity: 2 }]
const finalized = CheckoutFinalized({ checkoutId, orderId: checkoutId, taken })

test('a checkout starts once', () => {
  given().when({ type: 'Start', checkoutId, facts }).thenEvents(started)
  given(started).when({ type: 'Start', checkoutId, facts }).thenNothing()
})

test('a checkout that was not started is unknown', () => {
  given().when(pay()).thenRefused('NOT_FOUND')
})

describe('paying', () => {
  test('an open checkout that is paid keeps its reservation', () => {
    given(started).when(pay()).thenEvents(paid())
  })
  test('the same capture is recorded once', () => {
    given(started, paid()).when(pay()).thenNothing()
  })
  test('a second capture is refunded', () => {
    given(started, paid()).when(pay('cap2')).thenEvents(refundRequested('It was paid twice', 'cap2'))
    given(started, paid(), finalized).when(pay('cap2')).thenEvents(refundRequested('It was paid twice', 'cap2'))
  })
  test('a capture that is being refunded does not pay the checkout', () => {
    given(started, refundRequested('')).when(pay()).thenNothing()
  })
  test('a payment after the checkout has ended is recorded, but the pieces are not held', () => {
    given(started, expired).when(pay()).thenEvents(paid(false))
    given(started, CheckoutSuperseded({ checkoutId, by: 'c2' }))
      .when(pay())
      .thenEvents(paid(false))
  })
  test('a payment while a new hold is incomplete is recorded as not held', () => {
    given(started, expired, reopened).when(pay('cap1', 0)).thenEvents(paid(false))
    given(started, expired, reopened).when(pay('cap1', 1)).thenEvents(paid())
  })
  test('a payment begins once', () => {
    const begin = { type: 'StartPayment', checkoutId, providerOrderId: 'pp1' } as const
    const begun = PaymentStarted({ checkoutId, providerOrderId: 'pp1' })
    given(started).when(begin).thenEvents(begun)
    given(started, begun).when(begin).thenNothing()
  })
  test('a payment that is begun after the checkout’s end is recorded too', () => {
    given(started, expired)
      .when({ type: 'StartPayment', checkoutId, providerOrderId: 'pp1' })
      .thenEvents(PaymentStarted({ checkoutId, providerOrderId: 'pp1' }))
  })
})

describe('a late payment', () => {
  test('is kept when the pieces can be held once more', () => {
    given(started, expired, paid(false))
      .when({ type: 'HoldAgain', checkoutId })
      .thenEvents(StockHeldAgain({ checkoutId }))
  })
  test('is refunded when the pieces are sold out', () => {
    given(started, expired, paid(false))
      .when({ type: 'GiveUp', checkoutId, reason: 'Sold out' })
      .thenEvents(refundRequested('Sold out'))
  })
  test('is not refunded once the pieces are held', () => {
    given(started, expired, paid(false), StockHeldAgain({ checkoutId }))
      .when({ type: 'GiveUp', checkoutId, reason: 'Sold out' })
      .thenNothing()
  })
  test('holds nothing once its refund is requested', () => {
    given(started, expired, paid(false), refundRequested('Sold out'))
      .when({ type: 'HoldAgain', checkoutId })
      .thenNothing()
  })
  test('a refund is noted once', () => {
    const note = { type: 'NoteRefund', checkoutId, captureId: money.captureId, refundId: 'r1' } as const
    const refunded = PaymentRefunded({ checkoutId, ...money, refundId: 'r1' })
    given(started, refundRequested('')).when(note).thenEvents(refunded)
    given(started, refundRequested(''), refunded).when(note).thenNothing()
  })
})

describe('the end of a checkout', () => {
  test('comes when the time is over, not earlier', () => {
    given(started).when({ type: 'Expire', checkoutId, at: IN_TIME }).thenNothing()
    given(started).when({ type: 'Expire', checkoutId, at: LATE }).thenEvents(expired)
  })
  test('never happens to a paid checkout', () => {
    given(started, paid()).when({ type: 'Expire', checkoutId, at: LATE }).thenNothing()
    given(started, paid()).when({ type: 'Supersede', checkoutId, by: 'c2' }).thenNothing()
    given(started, paid()).when({ type: 'Abandon', checkoutId, reason: '', lapses: 0 }).thenNothing()
  })
  test('is undone by reopening for a late approval', () => {
    given(started, expired).when({ type: 'Reopen', checkoutId, expiresAt: LATE, lapses: 1 }).thenEvents(reopened)
    given(started).when({ type: 'Reopen', checkoutId, expiresAt: LATE, lapses: 0 }).thenNothing()
    given(started, expired, paid(false)).when({ type: 'Reopen', checkoutId, expiresAt: LATE, lapses: 1 }).thenNothing()
  })
  test('a hold that fails late does not end the next hold', () => {
    given(started, expired, reopened).when({ type: 'Abandon', checkoutId, reason: '', lapses: 0 }).thenNothing()
    given(started, expired, reopened)
      .when({ type: 'Abandon', checkoutId, reason: 'Sold out', lapses: 1 })
      .thenEvents(CheckoutAbandoned({ checkoutId, reason: 'Sold out' }))
  })
})

describe('finalizing', () => {
  const finalize = { type: 'Finalize', checkoutId, orderId: checkoutId, taken } as const
  test('a paid checkout becomes an order once', () => {
    given(started, paid()).when(finalize).thenEvents(finalized)
    given(started, paid(), finalized).when(finalize).thenNothing()
  })
  test('a checkout that is unpaid, not held or refunded becomes no order', () => {
    given(started).when(finalize).thenRefused('CHECKOUT_NOT_PAID')
    given(started, expired, paid(false)).when(finalize).thenRefused('CHECKOUT_NOT_PAID')
    given(started, expired, paid(false), refundRequested('')).when(finalize).thenRefused('CHECKOUT_NOT_PAID')
  })
})

test('a retried command changes nothing', async () => {
  const captureId = fc.constantFrom('cap1', 'cap2')
  const capture = { captureId, amountCents: fc.constant(5000) }
  const reason = fc.constant('Sold out')
  const id = { checkoutId: fc.constant(checkoutId) }
  const command = <Shape extends object>(shape: { [Key in keyof Shape]: fc.Arbitrary<Shape[Key]> }) =>
    fc.record({ ...id, ...shape }) as unknown as fc.Arbitrary<CheckoutCommand>
  const providerOrderId = fc.constantFrom('pp1', 'pp2')
  const at = fc.constantFrom(IN_TIME, LATE)
  await aRetryChangesNothing(
    checkoutDecider,
    fc.oneof(
      command({ type: fc.constant('Start'), facts: fc.constant(facts) }),
      command({ type: fc.constant('StartPayment'), providerOrderId }),
      command({ type: fc.constant('Pay'), providerOrderId, at, heldLapses: fc.nat(2), ...capture }),
      command({ type: fc.constant('Reopen'), expiresAt: at, lapses: fc.nat(2) }),
      command({ type: fc.constantFrom('HoldAgain') }),
      command({ type: fc.constant('GiveUp'), reason }),
      command({ type: fc.constant('Expire'), at }),
      command({ type: fc.constant('Supersede'), by: fc.constant('c2') }),
      command({ type: fc.constant('Abandon'), reason, lapses: fc.nat(2) }),
      command({ type: fc.constant('JoinPurchase'), purchaseId: fc.constantFrom(checkoutId, 'c0') }),
      command({ type: fc.constantFrom('TakePurchase', 'FreePurchase'), by: fc.constantFrom('c2', 'c3') }),
      command({ type: fc.constant('Finalize'), orderId: fc.constant(checkoutId), taken: fc.constant(taken) }),
      command({ type: fc.constant('RequestRefund'), reason, ...capture }),
      command({ type: fc.constant('NoteRefund'), refundId: fc.constant('r1'), ...capture }),
    ),
  )
})
