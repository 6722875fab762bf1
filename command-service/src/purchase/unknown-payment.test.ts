import { beforeEach, describe, expect, test } from 'vitest'
import { closeCase } from '../case/cases.ts'
import type { PaymentState } from '../payment/payment-provider.ts'
import { stateOf } from '../payment/payment-state.ts'
import { expectBalancedBooks, watchStock } from '../test-support/books.ts'
import { createWorld, type World } from '../test-support/create-world.ts'
import { chargedFor } from './payment-checks.ts'
import { noteOutcome } from './provider-order.ts'
import { loadPurchase } from './purchase.ts'
import { openUnknownPaymentCase } from './unknown-payment.ts'

/* The provider refuses to report payments, for example because a permission is missing. So the outcome of the payments is unknown. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
let world: World
let stocks: ReturnType<typeof watchStock>
beforeEach(async () => {
  world = createWorld()
  stocks = watchStock(world)
  await world.list('shirt', 3)
})

const code = (expected: string) => expect.objectContaining({ code: expected })
const dataOf = (type: string) => world.events.filter((event) => event.type === type).map(({ data }) => data)
const cases = () => dataOf('CaseOpened') as unknown as readonly { caseId: string }[]
const orders = () => dataOf('OrderPlaced').length
const reservedOf = (productId: string) => [...(stocks.get(productId)?.reserved.values() ?? [])].flat()

async function settled() {
  await world.settle()
  expectBalancedBooks(world, stocks, { shirt: 3 })
}

async function begun() {
  const { checkoutId } = await world.start('ada', { shirt: 2 })
  return { checkoutId, providerOrderId: await world.beginPayment(checkoutId) }
}

/** A payment that the buyer has made and that the provider does not report. */
async function unreportedPayment() {
  const paid = await begun()
  world.bank.decide(paid.providerOrderId, 'approved')
  await world.bank.provider.capture({ ...paid, attempt: 0 })
  world.bank.faults.unreported = true
  await expect(world.pay('ada', paid)).rejects.toEqual(code('PROVIDER_UNAVAILABLE'))
  return paid
}

/** Like `unreported`, but the payment has been unreported for so long that it is a case. */
async function longUnreportedPayment() {
  const paid = await unreportedPayment()
  await world.live(5 * HOUR_MS)
  return { ...paid, caseId: cases()[0]!.caseId }
}

test('the pieces are released when their time is over, and four hours later each payment is one case', async () => {
  const { checkoutId, providerOrderId } = await unreportedPayment()
  await world.live(HOUR_MS)
  expect(reservedOf('shirt')).toEqual([])
  await world.live(3.4 * HOUR_MS)
  expect(cases()).toEqual([])
  await world.live(0.2 * HOUR_MS)
  const evidence = { checkoutId, providerOrderId, customerId: 'ada', amountCents: 5000, code: 'PERMISSION_DENIED' }
  expect(cases()).toMatchObject([{ kind: 'payment-unknown', ...evidence }])
  await world.live(24 * HOUR_MS)
  expect(cases()).toHaveLength(1)
})

test('while the shop doubts its clock, it does not stop querying a payment', async () => {
  world = createWorld({ forgetting: () => 0 })
  stocks = watchStock(world)
  await world.list('shirt', 3)
  await unreportedPayment()
  world.passTime(400 * 24 * HOUR_MS)
  await world.live(HOUR_MS)
  expect(cases()).toEqual([])
  world.bank.faults.unreported = false
  await world.live(HOUR_MS)
  expect(orders()).toBe(1)
})

test('a retry of the case is refused until the payment is reported, and then makes it an order', async () => {
  const { caseId } = await longUnreportedPayment()
  expect(await world.retryCase(caseId)).toMatchObject({ attempts: [{ act: 'retry', code: 'PERMISSION_DENIED' }] })
  world.bank.faults.unreported = false
  expect(await world.retryCase(caseId)).toMatchObject({ end: { outcome: 'settled' } })
  await settled()
  expect(orders()).toBe(1)
})

test('once the provider reports the money, it becomes an order within the hour and its case is settled automatically', async () => {
  await longUnreportedPayment()
  world.bank.faults.unreported = false
  await world.live(HOUR_MS)
  expect(orders()).toBe(1)
  expect(dataOf('CaseClosed')).toMatchObject([{ outcome: 'settled' }])
  await settled()
})

test('a late webhook settles the case at once', async () => {
  const { providerOrderId } = await longUnreportedPayment()
  world.bank.faults.unreported = false
  const captured = { captureId: `CAP-${providerOrderId}`, providerOrderId, amountCents: 5000 }
  await world.signal({ what: 'PAYMENT.CAPTURE.COMPLETED', ...captured })
  await world.live(1000)
  expect(orders()).toBe(1)
  expect(dataOf('CaseClosed')).toMatchObject([{ outcome: 'settled' }])
  await settled()
})

test('once the provider reports an unpaid or refused payment, its case is settled too', async () => {
  const left = await begun()
  const other = await world.start('bob', { shirt: 1 })
  const refused = await world.beginPayment(other.checkoutId)
  world.bank.decide(refused, 'reviewed')
  await expect(world.pay('bob', other)).rejects.toEqual(code('PAYMENT_PENDING'))
  world.bank.faults.unreported = true
  await world.live(80 * HOUR_MS)
  expect(cases()).toMatchObject([{ providerOrderId: left.providerOrderId }, { providerOrderId: refused }])
  world.bank.faults.unreported = false
  world.bank.review(refused, 'DECLINED')
  await world.live(HOUR_MS)
  expect(dataOf('CaseClosed')).toMatchObject([{ outcome: 'settled' }, { outcome: 'settled' }])
  await settled()
  expect(orders()).toBe(0)
})

test('the shop sends no more queries once an admin has closed the case', async () => {
  const { caseId } = await longUnreportedPayment()
  await closeCase(world.parts().commands, caseId, { reason: 'PayPal shows no such payment' }, world.asking())
  await world.settle()
  expect(world.jobs.size).toBe(0)
})

test('money that is reported only after the pieces are sold is refunded', async () => {
  const { providerOrderId, caseId } = await longUnreportedPayment()
  await world.start('bob', { shirt: 3 })
  world.bank.faults.unreported = false
  await world.retryCase(caseId)
  await settled()
  expect(orders()).toBe(0)
  expect(world.bank.orders.get(providerOrderId)?.refundId).toBeDefined()
})

test('an unreported pending payment is a case too, after the hold of its pieces', async () => {
  const { checkoutId, providerOrderId } = await begun()
  world.bank.decide(providerOrderId, 'reviewed')
  await expect(world.pay('ada', { checkoutId })).rejects.toEqual(code('PAYMENT_PENDING'))
  world.bank.faults.unreported = true
  await world.live(72 * HOUR_MS)
  expect(cases()).toEqual([])
  await world.live(6 * HOUR_MS)
  expect(cases()).toMatchObject([{ kind: 'payment-unknown', checkoutId }])
})

test('there is no case if the payment is reported in time', async () => {
  await unreportedPayment()
  await world.live(4 * HOUR_MS)
  world.bank.faults.unreported = false
  await settled()
  expect(cases()).toEqual([])
  expect(orders()).toBe(1)
})

test('a late unclear answer leaves no open case for a payment that was finally refused meanwhile', async () => {
  const { checkoutId, providerOrderId } = await begun()
  const before = await loadPurchase(world.parts(), checkoutId, world.asking())
  world.bank.decide(providerOrderId, 'reviewed')
  await expect(world.pay('ada', { checkoutId })).rejects.toEqual(code('PAYMENT_PENDING'))
  world.bank.review(providerOrderId, 'DECLINED')
  await world.live(HOUR_MS)
  expect(dataOf('PaymentRefused')).toMatchObject([{ providerOrderId, final: true }])
  expect(await openUnknownPaymentCase(before, providerOrderId, { code: 'CAPTURE_HELD_BY_A_NEW_RULE' })).toBe(false)
  expect(dataOf('CaseClosed')).toMatchObject([{ caseId: cases()[0]?.caseId, outcome: 'settled' }])
})

test("an older client's payment in a status that is new to the shop is looked up until it is understood", async () => {
  const { checkoutId } = await world.start('ada', { shirt: 2 })
  const providerOrderId = world.bank.payInBrowser(5000)
  const held = world.bank.orders.get(providerOrderId)!
  held.captureStatus = 'HELD_BY_A_NEW_RULE' as typeof held.captureStatus
  await expect(world.pay('ada', { checkoutId, providerOrderId })).rejects.toEqual(code('PROVIDER_UNAVAILABLE'))
  expect(cases()).toMatchObject([{ kind: 'payment-unknown', providerOrderId }])
  held.captureStatus = 'COMPLETED'
  await settled()
  expect(orders()).toBe(1)
})

test('a payment whose report the shop cannot read for hours is a case, and later an order', async () => {
  const { lookUp } = world.bank.provider
  const paid = await unreportedPayment()
  world.bank.provider.lookUp = async () => ({ is: 'unclear', code: 'NOT_UNDERSTOOD' })
  await world.live(MINUTE_MS)
  expect(cases()).toEqual([])
  await world.live(6 * HOUR_MS)
  expect(cases()).toMatchObject([{ kind: 'payment-unknown', ...paid, code: 'NOT_UNDERSTOOD' }])
  world.bank.faults.unreported = false
  world.bank.provider.lookUp = lookUp
  await settled()
  expect(orders()).toBe(1)
})

test('an unreadable report does not begin the payment that a browser names', async () => {
  const { checkoutId } = await world.start('ada', { shirt: 2 })
  world.bank.provider.lookUp = async () => ({ is: 'unclear', code: 'NOT_UNDERSTOOD' })
  const pay = world.pay('ada', { checkoutId, providerOrderId: 'PP9' })
  await expect(pay).rejects.toEqual(code('PROVIDER_UNAVAILABLE'))
  expect(dataOf('PaymentStarted')).toEqual([])
})

test('a completed provider order without a listed capture is a case', async () => {
  const { checkoutId, providerOrderId } = await begun()
  const facts = { amountCents: 5000, currency: 'USD', paysUs: true, createdAt: undefined, customId: checkoutId }
  const order = { ...facts, id: providerOrderId, status: 'COMPLETED', captures: [], refunds: [] }
  world.bank.provider.lookUp = async () => stateOf(order)
  expect(await chargedFor(await loadPurchase(world.parts(), checkoutId, world.asking()))).toBe('unknown')
  await world.live(6 * HOUR_MS)
  expect(cases()).toMatchObject([{ kind: 'payment-unknown', providerOrderId, code: 'COMPLETED_WITHOUT_CAPTURE' }])
})

test('a capture whose outcome stays unknown is a case, although the provider reports the payment as approved', async () => {
  const { checkoutId, providerOrderId } = await begun()
  world.bank.decide(providerOrderId, 'approved')
  world.bank.provider.capture = async () => ({ is: 'unknown', cause: new Error('Captured, without a visible capture') })
  await world.live(5 * HOUR_MS)
  expect(reservedOf('shirt')).toEqual([])
  await world.live(6 * HOUR_MS)
  expect(cases()).toMatchObject([{ kind: 'payment-unknown', providerOrderId, code: 'CAPTURE_UNANSWERED' }])
  expect(await chargedFor(await loadPurchase(world.parts(), checkoutId, world.asking()))).toBe('unknown')
  expect(await world.retryCase(cases()[0]!.caseId)).toMatchObject({ attempts: [{ code: 'CAPTURE_UNANSWERED' }] })
  // The approval has ended, and the provider still shows no capture.
  await world.live(3 * 24 * HOUR_MS)
  expect(dataOf('CaseClosed')).toMatchObject([{ caseId: cases()[0]!.caseId, outcome: 'settled' }])
  expect(world.jobs.size).toBe(0)
})

test('a new reason for the review of a payment is recorded once', async () => {
  let reason = 'PENDING_REVIEW'
  const { lookUp, capture } = world.bank.provider
  const given = (found: PaymentState) =>
    found.is === 'pending' ? { ...found, capture: { ...found.capture, reason } } : found
  world.bank.provider.lookUp = async (id) => given(await lookUp(id))
  world.bank.provider.capture = async (asked) => given(await capture(asked))
  const { checkoutId, providerOrderId } = await begun()
  world.bank.decide(providerOrderId, 'reviewed')
  await expect(world.pay('ada', { checkoutId })).rejects.toEqual(code('PAYMENT_PENDING'))
  const captureId = `CAP-${providerOrderId}`
  for (const now of ['VERIFICATION_REQUIRED', 'BUYER_COMPLAINT', 'VERIFICATION_REQUIRED']) {
    reason = now
    await world.live(HOUR_MS)
    expect(dataOf('PendingReasonChanged').at(-1)).toEqual({ checkoutId, captureId, reason })
  }
  expect(dataOf('PendingReasonChanged')).toHaveLength(3)
  expect(dataOf('PaymentPending')).toHaveLength(1)
})

describe.each(['PENDING', 'HELD_BY_A_NEW_RULE'])('a capture of a wrong amount with the status %s', (status) => {
  async function wronglyCharged(currency = 'USD') {
    const { checkoutId } = await world.start('ada', { shirt: 2 })
    const captureStatus = status as 'PENDING'
    const providerOrderId = world.bank.payInBrowser(4900, { customId: checkoutId, captureStatus, currency })
    await world.pay('ada', { checkoutId, providerOrderId }).catch(() => {})
    expect(cases()).toMatchObject([{ kind: 'payment-unknown', providerOrderId, amountCents: 4900 }])
    await world.live(24 * HOUR_MS)
    expect(dataOf('CaseClosed')).toEqual([])
    return world.bank.orders.get(providerOrderId)!
  }

  test('is a case, and is refunded once it is completed', async () => {
    const held = await wronglyCharged()
    held.captureStatus = 'COMPLETED'
    await settled()
    expect(held.refundId).toBeDefined()
    expect(dataOf('CaseClosed')).toMatchObject([{ outcome: 'settled' }])
  })

  test('is a case, and ends as a case about another currency', async () => {
    const held = await wronglyCharged('EUR')
    held.captureStatus = 'COMPLETED'
    await world.settle()
    expect(dataOf('CaseClosed')).toMatchObject([{ caseId: cases()[0]?.caseId, outcome: 'settled' }])
    expect(cases()[1]).toMatchObject({ kind: 'payment-unmatched', code: 'PAID_IN_EUR' })
  })
})

describe('a look-up that does not find a begun payment', () => {
  /** While the provider order is lost, the provider answers with 404. */
  function lose(providerOrderId: string) {
    const held = world.bank.orders.get(providerOrderId)!
    world.bank.orders.delete(providerOrderId)
    return () => world.bank.orders.set(providerOrderId, held)
  }

  test('does not end a pending payment', async () => {
    const { checkoutId, providerOrderId } = await begun()
    world.bank.decide(providerOrderId, 'reviewed')
    await expect(world.pay('ada', { checkoutId })).rejects.toEqual(code('PAYMENT_PENDING'))
    const find = lose(providerOrderId)
    await world.live(HOUR_MS)
    expect(reservedOf('shirt')).toHaveLength(1)
    find()
    world.bank.review(providerOrderId, 'COMPLETED')
    await settled()
    expect(orders()).toBe(1)
  })

  test('does not deny a charge after a capture with an unknown outcome, and is a case later', async () => {
    const paid = await begun()
    world.bank.decide(paid.providerOrderId, 'approved')
    await world.bank.provider.capture({ ...paid, attempt: 0 })
    const purchase = await loadPurchase(world.parts(), paid.checkoutId, world.asking())
    await noteOutcome(purchase, paid.providerOrderId, { is: 'unknown', cause: new Error('lost') })
    lose(paid.providerOrderId)
    await expect(world.pay('ada', paid)).rejects.toEqual(code('PROVIDER_UNAVAILABLE'))
    expect(await chargedFor(await loadPurchase(world.parts(), paid.checkoutId, world.asking()))).toBe('unknown')
    await world.live(6 * HOUR_MS)
    expect(cases()).toMatchObject([{ kind: 'payment-unknown', ...paid, code: 'RESOURCE_NOT_FOUND' }])
    expect(await world.retryCase(cases()[0]!.caseId)).toMatchObject({ attempts: [{ code: 'RESOURCE_NOT_FOUND' }] })
  })

  test('does not end a payment that was in a status new to the shop', async () => {
    const { checkoutId } = await world.start('ada', { shirt: 2 })
    const providerOrderId = world.bank.payInBrowser(5000, { captureStatus: 'HELD_BY_A_NEW_RULE' as 'PENDING' })
    await expect(world.pay('ada', { checkoutId, providerOrderId })).rejects.toEqual(code('PROVIDER_UNAVAILABLE'))
    lose(providerOrderId)
    await world.live(24 * HOUR_MS)
    expect([dataOf('PaymentRefused'), dataOf('CaseClosed')]).toEqual([[], []])
  })

  test('refuses a payment without an attempt to capture it, once the provider may have forgotten it', async () => {
    const { checkoutId, providerOrderId } = await begun()
    lose(providerOrderId)
    const charged = async () => chargedFor(await loadPurchase(world.parts(), checkoutId, world.asking()))
    expect(await charged()).toBe('unknown')
    await world.live(6 * HOUR_MS)
    expect([await charged(), cases()]).toEqual(['no', []])
  })

  test('refuses an order that only a browser names', async () => {
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    const unknown = { checkoutId, providerOrderId: 'PP404' }
    await expect(world.pay('ada', unknown)).rejects.toEqual(code('PAYMENT_NOT_VERIFIED'))
    expect(dataOf('PaymentStarted')).toEqual([])
  })
})
