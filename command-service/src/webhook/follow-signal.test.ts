import { checkoutStream } from '@shop/language/checkout/events'
import { beforeEach, describe, expect, test } from 'vitest'
import { refundCase } from '../attention/refund-case.ts'
import { retryCase } from '../attention/retry-case.ts'
import { loadCase } from '../case/cases.ts'
import { checkoutDecider } from '../checkout/checkout-decider.ts'
import { claim } from '../claim/claims.ts'
import { expectBalancedBooks, watchStock } from '../test-support/books.ts'
import { createWorld, type World } from '../test-support/create-world.ts'

const MINUTE_MS = 60_000
let world: World
let stocks: ReturnType<typeof watchStock>
beforeEach(async () => {
  world = createWorld()
  stocks = watchStock(world)
  await world.list('shirt', 3)
})

const eventsOf = (type: string) => world.events.filter((event) => event.type === type)
const orders = () => eventsOf('OrderPlaced').length
const cases = () =>
  eventsOf('CaseOpened').map(({ data }) => data as { caseId: string; kind: string; captureId: string })

async function begun() {
  const { checkoutId } = await world.start('ada', { shirt: 1 })
  return { checkoutId, providerOrderId: await world.beginPayment(checkoutId) }
}
const approvedSignal = (providerOrderId: string) => ({ what: 'CHECKOUT.ORDER.APPROVED', providerOrderId })
const capturedSignal = (providerOrderId: string) => ({
  what: 'PAYMENT.CAPTURE.COMPLETED',
  signalId: 'WH-2',
  captureId: `CAP-${providerOrderId}`,
  providerOrderId,
  amountCents: 2500,
})

async function settled() {
  await world.settle()
  expectBalancedBooks(world, stocks, { shirt: 3 })
}

describe('a payment whose browser never comes back', () => {
  test.each([1, 25])('becomes one order at once, by a webhook that comes %i times', async (times) => {
    const { providerOrderId } = await begun()
    world.bank.decide(providerOrderId, 'approved')
    await world.signal(approvedSignal(providerOrderId), times)
    expect(eventsOf('SignalReceived')).toHaveLength(1)
    await world.live(1000)
    expect(orders()).toBe(1)
    await settled()
  })

  test.each([0, 5, 10, 25])(
    'becomes one order within a minute without a webhook, if it is approved after %i minutes',
    async (minutes) => {
      const { providerOrderId } = await begun()
      await world.live(minutes * MINUTE_MS)
      world.bank.decide(providerOrderId, 'approved')
      await world.live(MINUTE_MS)
      expect(orders()).toBe(1)
      await settled()
    },
  )

  test('that was captured while the answer was lost becomes an order by a webhook', async () => {
    const { checkoutId, providerOrderId } = await begun()
    world.bank.decide(providerOrderId, 'approved')
    await world.bank.provider.capture({ checkoutId, providerOrderId, attempt: 0 })
    await world.signal(capturedSignal(providerOrderId))
    await world.live(1000)
    expect(orders()).toBe(1)
    await settled()
  })

  test('that was created while the answer was lost becomes an order by a webhook with the custom id', async () => {
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    const made = await world.bank.provider.createOrder({
      checkoutId,
      totalCents: 2500,
      items: [],
      shippingAddress: null,
      attempt: 0,
    })
    const providerOrderId = made.is === 'created' ? made.providerOrderId : ''
    world.bank.decide(providerOrderId, 'approved')
    await world.signal({ ...approvedSignal(providerOrderId), checkoutId })
    await world.live(1000)
    expect(orders()).toBe(1)
    await settled()
  })
})

test('a webhook before, between and after the browser’s calls changes nothing', async () => {
  const paid = await begun()
  world.bank.decide(paid.providerOrderId, 'approved')
  await world.signal(capturedSignal(paid.providerOrderId))
  await world.live(1000)
  expect(await world.pay('ada', paid)).toMatchObject({ status: 'finalized' })
  await world.signal(approvedSignal(paid.providerOrderId))
  await world.live(1000)
  expect(await world.finalize(paid.checkoutId)).toMatchObject({ facts: { orderId: paid.checkoutId } })
  expect(orders()).toBe(1)
  await settled()
})

test('a webhook with false facts changes nothing: only the provider’s own report counts', async () => {
  const { providerOrderId } = await begun()
  await world.signal(capturedSignal(providerOrderId))
  await settled()
  expect(orders()).toBe(0)
})

describe('money that a browser took and no checkout knows', () => {
  test('is no case any more after the provider has refused it in its review', async () => {
    const captured = capturedSignal(world.bank.payInBrowser(2500))
    await world.signal({ ...captured, what: 'PAYMENT.CAPTURE.PENDING', signalId: 'WH-P' })
    await world.live(2 * MINUTE_MS)
    expect(cases()).toMatchObject([{ kind: 'payment-unmatched' }])
    await world.signal({ ...captured, what: 'PAYMENT.CAPTURE.DENIED', signalId: 'WH-D' })
    await world.live(2 * MINUTE_MS)
    expect(eventsOf('CaseClosed')).toMatchObject([{ data: { outcome: 'settled' } }])
  })

  test('is a case after a minute; a retry settles the case once the browser has reported the money', async () => {
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    const providerOrderId = world.bank.payInBrowser(2500)
    await world.signal(capturedSignal(providerOrderId))
    await world.live(MINUTE_MS / 2)
    expect(cases()).toEqual([])
    await world.live(MINUTE_MS)
    expect(cases()).toMatchObject([{ kind: 'payment-unmatched' }])
    const { caseId = '' } = cases()[0] ?? {}
    expect(await retryCase(world.parts(), caseId, world.asking())).toMatchObject({
      attempts: [{ code: 'STILL_UNMATCHED' }],
    })
    await world.pay('ada', { checkoutId, providerOrderId })
    expect(await retryCase(world.parts(), caseId, world.asking())).toMatchObject({ end: { outcome: 'settled' } })
    await settled()
  })

  test('pays its checkout at a retry, if the shop knows the order of its capture', async () => {
    const { checkoutId, providerOrderId } = await begun()
    await world.live(6 * 60 * MINUTE_MS)
    world.bank.decide(providerOrderId, 'approved')
    await world.bank.provider.capture({ checkoutId, providerOrderId, attempt: 0 })
    await world.signal({ ...capturedSignal(providerOrderId), providerOrderId: null })
    await world.live(2 * MINUTE_MS)
    const { caseId = '' } = cases()[0] ?? {}
    expect(await retryCase(world.parts(), caseId, world.asking())).toMatchObject({ end: { outcome: 'settled' } })
    await settled()
    expect(orders()).toBe(1)
  })

  test('can be refunded by an admin, with a reason', async () => {
    const providerOrderId = world.bank.payInBrowser(2500)
    await world.signal(capturedSignal(providerOrderId))
    await world.live(2 * MINUTE_MS)
    const { caseId = '' } = cases()[0] ?? {}
    world.bank.faults.refusesRefunds = 'for good'
    const refund = () => refundCase(world.parts(), caseId, 'Nobody asked for it', world.asking())
    expect(await refund()).toMatchObject({ attempts: [{ act: 'refund', code: 'REFUND_NOT_ALLOWED' }] })
    world.bank.faults.refusesRefunds = false
    expect(await refund()).toMatchObject({ end: { outcome: 'refunded', reason: 'Nobody asked for it' } })
    expect(world.bank.orders.get(providerOrderId)?.refundId).toBeDefined()
  })

  /** Money that was captured in a browser and that only the provider has reported, so it is a case. */
  async function unmatched() {
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    const providerOrderId = world.bank.payInBrowser(2500)
    await world.signal(capturedSignal(providerOrderId))
    await world.live(2 * MINUTE_MS)
    const { caseId = '' } = cases()[0] ?? {}
    const refund = () => refundCase(world.parts(), caseId, 'Nobody asked for it', world.asking())
    const retry = () => retryCase(world.parts(), caseId, world.asking())
    return { checkoutId, providerOrderId, refund, retry }
  }
  const refundOf = (providerOrderId: string) => world.bank.orders.get(providerOrderId)?.refundId

  test('cannot be refunded once it has paid an order, and a retry settles its case', async () => {
    const { providerOrderId, refund, retry, ...paid } = await unmatched()
    await world.pay('ada', { ...paid, providerOrderId })
    await expect(refund()).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(refundOf(providerOrderId)).toBeUndefined()
    expect(await retry()).toMatchObject({ end: { outcome: 'settled' } })
    await settled()
    expect(orders()).toBe(1)
  })

  test('pays no checkout once an admin refunds it, even while the provider refuses the refund', async () => {
    const { providerOrderId, refund, retry, checkoutId } = await unmatched()
    world.bank.faults.refusesRefunds = 'for good'
    await refund()
    await expect(world.pay('ada', { checkoutId, providerOrderId })).rejects.toMatchObject({
      code: 'PAYMENT_NOT_VERIFIED',
    })
    expect(await retry()).toMatchObject({ attempts: [{ act: 'refund' }, { act: 'retry', code: 'STILL_UNMATCHED' }] })
    world.bank.faults.refusesRefunds = false
    expect(await refund()).toMatchObject({ end: { outcome: 'refunded' } })
    await world.settle()
    expect(orders()).toBe(0)
  })

  test('ends once, even if the browser reports it while an admin refunds it', async () => {
    const { providerOrderId, refund, checkoutId } = await unmatched()
    const both = [world.pay('ada', { checkoutId, providerOrderId }), refund()]
    const ends = await Promise.allSettled(both)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await world.settle()
    expect([orders(), refundOf(providerOrderId)].filter(Boolean)).toHaveLength(1)
  })

  test('has its case settled automatically once a checkout has claimed it', async () => {
    const { checkoutId, providerOrderId } = await unmatched()
    await world.pay('ada', { checkoutId, providerOrderId })
    await settled()
    expect(orders()).toBe(1)
    expect(eventsOf('CaseClosed').map(({ data }) => data)).toMatchObject([{ outcome: 'settled' }])
  })

  test('becomes the order of the checkout that claimed it in a request that died', async () => {
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    const providerOrderId = world.bank.payInBrowser(2500)
    const claimed = { kind: 'provider-order', key: providerOrderId, ownerId: checkoutId } as const
    await claim(world.parts().commands, claimed, async () => true, world.asking())
    await world.signal(capturedSignal(providerOrderId))
    await world.live(1000)
    expect(orders()).toBe(1)
    await settled()
    expect(cases()).toEqual([])
  })

  test('that was partly refunded at the provider becomes an order with that refund, even if the refund is reported first', async () => {
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    const providerOrderId = world.bank.payInBrowser(2500)
    world.bank.refundThere(providerOrderId, 1000)
    const back = { refundId: `REF-${providerOrderId}-1`, captureId: `CAP-${providerOrderId}`, amountCents: 1000 }
    await world.signal({ what: 'PAYMENT.CAPTURE.REFUNDED', signalId: 'WH-5', ...back })
    await world.live(MINUTE_MS)
    await world.pay('ada', { checkoutId, providerOrderId })
    await world.settle()
    expect(orders()).toBe(1)
    expect(eventsOf('RefundNoted').map(({ data }) => data)).toMatchObject([{ orderId: checkoutId, amountCents: 1000 }])
    expect(cases()).toEqual([])
  })

  test('that no checkout claims gets a case for a refund when a part of it is refunded at the provider', async () => {
    const back = { refundId: 'R1', captureId: `CAP-${world.bank.payInBrowser(2500)}`, amountCents: 1000 }
    await world.signal({ what: 'PAYMENT.CAPTURE.REFUNDED', signalId: 'WH-5', ...back })
    await world.live(9 * MINUTE_MS)
    expect(cases()).toEqual([])
    await world.live(2 * MINUTE_MS)
    expect(cases()).toMatchObject([{ kind: 'refund-at-provider', orderId: null, ...back }])
  })

  test('is no case if the browser reports it within the minute', async () => {
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    const providerOrderId = world.bank.payInBrowser(2500)
    await world.signal(capturedSignal(providerOrderId))
    await world.live(MINUTE_MS / 2)
    await world.pay('ada', { checkoutId, providerOrderId })
    await settled()
    expect(cases()).toEqual([])
    expect(orders()).toBe(1)
  })
})

test('a dispute is a case, which is settled when the provider reports that the dispute is resolved', async () => {
  const paid = await begun()
  world.bank.decide(paid.providerOrderId, 'approved')
  await world.pay('ada', paid)
  const dispute = { disputeId: 'PP-R-1', captureId: `CAP-${paid.providerOrderId}`, amountCents: 2500 }
  await world.signal({ what: 'CUSTOMER.DISPUTE.CREATED', signalId: 'WH-3', ...dispute }, 2)
  await world.live(1000)
  const { caseId = '' } = cases()[0] ?? {}
  expect(await loadCase(world.parts().commands, caseId)).toMatchObject({
    facts: { kind: 'dispute', checkoutId: paid.checkoutId, customerId: 'ada', amountCents: 2500 },
  })
  await world.signal({ what: 'CUSTOMER.DISPUTE.RESOLVED', signalId: 'WH-4', ...dispute })
  await world.live(1000)
  expect((await loadCase(world.parts().commands, caseId)).end).toMatchObject({ outcome: 'settled' })
  expect(cases()).toHaveLength(1)
})

test('a dispute that is reported after its end is a settled case with the disputed amount', async () => {
  const paid = await begun()
  world.bank.decide(paid.providerOrderId, 'approved')
  await world.pay('ada', paid)
  const dispute = { disputeId: 'PP-R-1', captureId: `CAP-${paid.providerOrderId}`, amountCents: 2500 }
  await world.signal({ what: 'CUSTOMER.DISPUTE.RESOLVED', signalId: 'WH-4', ...dispute })
  await world.live(1000)
  await world.signal({ what: 'CUSTOMER.DISPUTE.CREATED', signalId: 'WH-3', ...dispute })
  await world.live(1000)
  const { caseId = '' } = cases()[0] ?? {}
  expect(await loadCase(world.parts().commands, caseId)).toMatchObject({
    facts: { kind: 'dispute', checkoutId: paid.checkoutId, amountCents: 2500 },
    end: { outcome: 'settled' },
  })
  expect(cases()).toHaveLength(1)
})

test('a dispute that went on stays a case if the report of its first end comes late', async () => {
  const paid = await begun()
  world.bank.decide(paid.providerOrderId, 'approved')
  await world.pay('ada', paid)
  const about = { disputeId: 'PP-R-1', captureId: `CAP-${paid.providerOrderId}`, amountCents: 2500 }
  const step = (status: string, minute: number) => ({
    ...about,
    dispute: { status, stage: null, dueAt: null, outcome: null, changedAt: `2026-01-01T10:0${minute}:00.000Z` },
  })
  await world.signal({ what: 'CUSTOMER.DISPUTE.UPDATED', signalId: 'WH-5', ...step('OPEN', 2) })
  await world.live(1000)
  await world.signal({ what: 'CUSTOMER.DISPUTE.RESOLVED', signalId: 'WH-4', ...step('RESOLVED', 1) })
  await world.live(1000)
  const { caseId = '' } = cases()[0] ?? {}
  expect((await loadCase(world.parts().commands, caseId)).end).toBeUndefined()
  await world.signal({ what: 'CUSTOMER.DISPUTE.RESOLVED', signalId: 'WH-6', ...step('RESOLVED', 3) })
  await world.live(1000)
  expect((await loadCase(world.parts().commands, caseId)).end).toMatchObject({ outcome: 'settled' })
})

test('a refund made at the provider is recorded with its order, unless the checkout requested that refund', async () => {
  const paid = await begun()
  world.bank.decide(paid.providerOrderId, 'approved')
  await world.pay('ada', paid)
  await world.finalize(paid.checkoutId)
  const second = world.bank.payInBrowser(2500)
  await world.pay('ada', { checkoutId: paid.checkoutId, providerOrderId: second })
  const refund = { what: 'PAYMENT.CAPTURE.REFUNDED', amountCents: 2500 }
  await world.signal({ ...refund, signalId: 'WH-5', refundId: 'R1', captureId: `CAP-${second}` })
  await world.live(1000)
  expect(cases()).toEqual([])
  expect(eventsOf('PaymentRefunded')).toHaveLength(1)
  await world.signal({ ...refund, signalId: 'WH-6', refundId: 'R2', captureId: `CAP-${paid.providerOrderId}` })
  await world.live(1000)
  expect(eventsOf('RefundNoted').map(({ data }) => data)).toMatchObject([
    { orderId: paid.checkoutId, providerRefundId: 'R2', amountCents: 2500 },
  ])
  expect(cases()).toEqual([])
})

test('money that the provider has taken back, or a refund above what was paid, needs attention', async () => {
  const paid = await begun()
  world.bank.decide(paid.providerOrderId, 'approved')
  await world.pay('ada', paid)
  await world.finalize(paid.checkoutId)
  const captureId = `CAP-${paid.providerOrderId}`
  const back = { captureId, amountCents: 2500 }
  await world.signal({ what: 'PAYMENT.CAPTURE.REVERSED', signalId: 'WH-5', refundId: 'R1', ...back })
  await world.live(1000)
  expect(cases()).toMatchObject([{ kind: 'refund-at-provider' }])
  await world.signal({ what: 'PAYMENT.CAPTURE.REFUNDED', signalId: 'WH-6', refundId: 'R2', ...back })
  await world.live(MINUTE_MS)
  expect(cases()).toHaveLength(1)
  await world.live(10 * MINUTE_MS)
  expect(cases()).toHaveLength(2)
})

describe('a refund at the provider', () => {
  async function paidOrder() {
    const paid = await begun()
    world.bank.decide(paid.providerOrderId, 'approved')
    await world.pay('ada', paid)
    await world.finalize(paid.checkoutId)
    return { ...paid, captureId: `CAP-${paid.providerOrderId}` }
  }
  const refunded = { what: 'PAYMENT.CAPTURE.REFUNDED', signalId: 'WH-9', refundId: 'R1', amountCents: 2500 }

  test('in another currency needs attention, and is not recorded with the order', async () => {
    const { captureId } = await paidOrder()
    await world.signal({ ...refunded, captureId, currency: 'EUR' })
    await world.live(11 * MINUTE_MS)
    expect(cases()).toMatchObject([{ kind: 'refund-at-provider', code: 'REFUNDED_IN_EUR', amountCents: 2500 }])
    expect(eventsOf('RefundNoted')).toEqual([])
  })

  test('of a capture that does not belong to the order needs attention, and is not recorded with the order', async () => {
    const { checkoutId } = await paidOrder()
    await world.signal({ ...refunded, captureId: 'CAP-OTHER', checkoutId })
    await world.live(11 * MINUTE_MS)
    expect(cases()).toMatchObject([{ kind: 'refund-at-provider', captureId: 'CAP-OTHER' }])
    expect(eventsOf('RefundNoted')).toEqual([])
  })

  test('of a part does not end a checkout’s refund of the whole payment', async () => {
    const { checkoutId } = await paidOrder()
    world.bank.faults.refusesRefunds = 'for now'
    const second = world.bank.payInBrowser(2500)
    await world.pay('ada', { checkoutId, providerOrderId: second })
    await world.live(MINUTE_MS)
    await world.signal({ ...refunded, captureId: `CAP-${second}`, amountCents: 500 })
    await world.live(MINUTE_MS)
    expect(eventsOf('PaymentRefunded')).toEqual([])
    expect(cases()).toMatchObject([{ kind: 'refund-refused' }, { kind: 'refund-at-provider', amountCents: 500 }])
    world.bank.faults.refusesRefunds = false
    await world.settle()
    expect(eventsOf('PaymentRefunded').map(({ data }) => data)).toMatchObject([{ amountCents: 2500 }])
  })

  test('settles the case of a refund that a process recorded before it died', async () => {
    const { checkoutId } = await paidOrder()
    world.bank.faults.refusesRefunds = 'for good'
    const second = world.bank.payInBrowser(2500)
    await world.pay('ada', { checkoutId, providerOrderId: second })
    await world.live(MINUTE_MS)
    expect(cases()).toMatchObject([{ kind: 'refund-refused' }])
    const made = { type: 'NoteRefund', checkoutId, captureId: `CAP-${second}`, refundId: 'R1' } as const
    await world.parts().commands.ensure(checkoutDecider, checkoutStream(checkoutId), made, world.asking())
    await world.signal({ ...refunded, captureId: `CAP-${second}`, refundId: 'R1', amountCents: 2500 })
    await world.live(MINUTE_MS)
    expect(eventsOf('CaseClosed').map(({ data }) => data)).toMatchObject([{ outcome: 'refunded', refundId: 'R1' }])
  })
})

test.each(['down', 'unreported'] as const)(
  'a signal that comes after the shop has stopped its queries is followed once the provider (now %s) answers',
  async (fault) => {
    const { providerOrderId } = await begun()
    await world.settle()
    world.bank.decide(providerOrderId, 'approved')
    await world.bank.provider.capture({ checkoutId: '', providerOrderId, attempt: 0 })
    world.bank.faults[fault] = true
    await world.signal(capturedSignal(providerOrderId))
    await world.live(MINUTE_MS)
    world.bank.faults[fault] = false
    await world.live(2 * MINUTE_MS)
    expect(orders()).toBe(1)
    await settled()
  },
)
