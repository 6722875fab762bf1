import { beforeEach, expect, test } from 'vitest'
import { refundCase } from '../attention/refund-case.ts'
import { loadCase } from '../case/cases.ts'
import { buyShirts, countRefunds, dataOf, openCodes } from '../test-support/bought.ts'
import { createWorld, type World } from '../test-support/create-world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let world: World
let asked: ReturnType<typeof countRefunds>
let captureId = ''
let noted = () => {}

/** A second payment of one checkout, which is refunded automatically. */
beforeEach(async () => {
  noted = () => {}
  world = createWorld({ pass: async (at) => (at === 'after append' ? noted() : undefined) })
  const { orderId: checkoutId } = await buyShirts(world, 1)
  asked = countRefunds(world)
  const providerOrderId = world.bank.payInBrowser(2500)
  captureId = `CAP-${providerOrderId}`
  await world.pay('ada', { checkoutId, providerOrderId })
})

const refundId = 'REF-PP2'
const caseId = () => dataOf(world, 'CaseOpened').at(-1)?.caseId ?? ''
const webhook = (what: string) => world.signal({ what, signalId: `WH-${what}`, refundId, captureId, amountCents: 2500 })
const settled = () => world.live(10 * DAY_MS)

test('an accepted refund of a payment counts as made only after the provider has completed it', async () => {
  world.bank.faults.refundsPend = true
  await world.live(DAY_MS)
  expect(dataOf(world, 'PaymentRefundPending')).toMatchObject([{ captureId, refundId }])
  expect(dataOf(world, 'PaymentRefunded')).toEqual([])
  world.bank.endRefund(refundId, 'COMPLETED')
  await settled()
  expect(dataOf(world, 'PaymentRefunded')).toMatchObject([{ captureId, refundId }])
  expect(asked.attempts).toEqual([0])
  expect(openCodes(world)).toEqual([])
})

test.each(['FAILED', 'CANCELLED'] as const)('a refund that is %s is a case; a retry makes the refund', async (end) => {
  world.bank.faults.refundsPend = true
  await world.live(DAY_MS)
  world.bank.endRefund(refundId, end)
  await webhook('PAYMENT.REFUND.FAILED')
  await settled()
  expect(openCodes(world)).toEqual([`REFUND_${end}`])
  expect((await world.retryCase(caseId())).attempts).toMatchObject([{ code: 'REFUND_PENDING' }])
  world.bank.endRefund(`${refundId}~1`, 'COMPLETED')
  await settled()
  expect(asked.attempts).toEqual([0, 1])
  expect(dataOf(world, 'PaymentRefunded')).toMatchObject([{ refundId: `${refundId}~1` }])
  expect(openCodes(world)).toEqual([])
})

test.each(['fails', 'is refused'])('a refund that fails, and whose retry %s, has only one case', async (how) => {
  world.bank.faults.refundsPend = true
  await world.live(DAY_MS)
  world.bank.endRefund(refundId, 'FAILED')
  await settled()
  if (how === 'is refused') world.bank.faults.refusesRefunds = 'for good'
  await world.retryCase(caseId())
  if (how === 'fails') world.bank.endRefund(`${refundId}~1`, 'CANCELLED')
  await settled()
  expect(openCodes(world)).toEqual([how === 'fails' ? 'REFUND_CANCELLED' : 'REFUND_NOT_ALLOWED'])
  world.bank.faults.refundsPend = false
  world.bank.faults.refusesRefunds = false
  await world.retryCase(caseId())
  await settled()
  expect(dataOf(world, 'PaymentRefunded')).toHaveLength(1)
  expect(openCodes(world)).toEqual([])
})

test('a refund that fails after it was completed is a case, even if it had a case before; an admin’s retry makes it', async () => {
  world.bank.faults.refusesRefunds = 'for now'
  await world.live(MINUTE_MS)
  expect(openCodes(world)).toEqual(['PERMISSION_DENIED'])
  world.bank.faults.refusesRefunds = false
  await settled()
  expect(openCodes(world)).toEqual([])
  world.bank.endRefund(`${refundId}~1`, 'FAILED')
  await world.signal({ what: 'PAYMENT.REFUND.FAILED', refundId: `${refundId}~1`, captureId, amountCents: 2500 })
  await settled()
  expect(openCodes(world)).toEqual(['REFUND_FAILED'])
  await world.retryCase(caseId())
  expect(dataOf(world, 'PaymentRefunded')).toHaveLength(2)
  expect(openCodes(world)).toEqual([])
})

test('a reversal does not count as the refund: both are cases', async () => {
  world.bank.faults.refusesRefunds = 'for good'
  world.bank.reverse('PP2')
  await world.signal({ what: 'PAYMENT.CAPTURE.REVERSED', refundId: 'R1', captureId, amountCents: 2500 })
  await settled()
  expect(dataOf(world, 'PaymentRefunded')).toEqual([])
  expect(openCodes(world).toSorted()).toEqual(['PAYMENT.CAPTURE.REVERSED', 'REFUND_NOT_ALLOWED'])
})

test.each(['refund', 'dispute'])('the case of a reversal is settled when the %s has ended', async (what) => {
  world.bank.faults.refusesRefunds = 'for good'
  const reversal = { what: 'PAYMENT.CAPTURE.REVERSED', signalId: 'WH-R', refundId: 'R1', captureId, amountCents: 2500 }
  await world.live(MINUTE_MS)
  const refusedCase = caseId()
  await world.signal(reversal)
  await settled()
  const changedAt = world.parts().commands.now().toISOString()
  const won = { status: 'RESOLVED', stage: null, dueAt: null, outcome: 'RESOLVED_SELLER_FAVOUR', changedAt }
  const about = { signalId: 'WH-D', disputeId: 'PP-D', captureId, amountCents: 2500 }
  if (what === 'dispute') await world.signal({ what: 'CUSTOMER.DISPUTE.RESOLVED', ...about, dispute: won })
  await settled()
  world.bank.faults.refusesRefunds = false
  if (what === 'refund') await world.retryCase(refusedCase)
  expect(openCodes(world)).toEqual(what === 'refund' ? [] : ['REFUND_NOT_ALLOWED'])
})

test('the case of a reversal after the refund stays open, even if the refund is reported again', async () => {
  await settled()
  await world.signal({ what: 'PAYMENT.CAPTURE.REVERSED', refundId: 'R1', captureId, amountCents: 2500 })
  await webhook('PAYMENT.CAPTURE.REFUNDED')
  await settled()
  expect(openCodes(world)).toEqual(['PAYMENT.CAPTURE.REVERSED'])
})

test('a refused refund is requested again only by an admin, with a new number', async () => {
  world.bank.faults.refusesRefunds = 'for good'
  await settled()
  expect(asked.attempts).toEqual([0])
  expect(dataOf(world, 'PaymentRefundRefused')).toMatchObject([{ captureId, code: 'REFUND_NOT_ALLOWED' }])
  await world.retryCase(caseId())
  expect(asked.attempts).toEqual([0, 1])
  world.bank.faults.refusesRefunds = false
  await world.retryCase(caseId())
  expect(asked.attempts).toEqual([0, 1, 2])
  expect(openCodes(world)).toEqual([])
})

test('a refund that is not carried out is requested again with growing pauses, each time with a new number', async () => {
  world.bank.faults.refusesRefunds = 'for now'
  const tries: number[] = []
  for (const minutes of [1, 5, 10, 20]) {
    await world.live(minutes * MINUTE_MS)
    tries.push(asked.attempts.length)
  }
  expect(tries).toEqual([1, 2, 3, 4])
  world.bank.faults.refusesRefunds = false
  await settled()
  expect(asked.attempts).toEqual([0, 1, 2, 3, 4])
  expect(openCodes(world)).toEqual([])
})

test('a refund that is not carried out is requested again even if its answer was recorded so late that the next try is due', async () => {
  world.bank.faults.refusesRefunds = 'for now'
  noted = () => {
    if (world.events.at(-1)?.type === 'CaseOpened') world.passTime(DAY_MS)
  }
  await world.live(MINUTE_MS)
  expect(openCodes(world)).toEqual(['PERMISSION_DENIED'])
  world.bank.faults.refusesRefunds = false
  await settled()
  expect(dataOf(world, 'PaymentRefunded')).toMatchObject([{ captureId }])
  expect(openCodes(world)).toEqual([])
})

test('a case stays open while its refund is pending, and ends when the refund is completed', async () => {
  await settled()
  const unmatched = world.bank.payInBrowser(900)
  const of = { providerOrderId: unmatched, captureId: `CAP-${unmatched}`, amountCents: 900 }
  await world.signal({ what: 'PAYMENT.CAPTURE.COMPLETED', signalId: 'WH-9', ...of })
  await settled()
  world.bank.faults.refundsPend = true
  const refund = () => refundCase(world.parts(), caseId(), 'Nobody bought anything', world.asking())
  expect(await refund()).toMatchObject({ end: undefined, attempts: [{ act: 'refund', code: 'REFUND_PENDING' }] })
  await Promise.all([refund(), refund()])
  world.bank.endRefund('REF-PP3', 'FAILED')
  await settled()
  const { attempts, end } = await loadCase(world.parts().commands, caseId())
  expect([attempts.map(({ code }) => code), end]).toEqual([['REFUND_PENDING', 'REFUND_FAILED'], undefined])
  await refund()
  world.bank.endRefund('REF-PP3~1', 'COMPLETED')
  await settled()
  expect((await loadCase(world.parts().commands, caseId())).end).toMatchObject({
    outcome: 'refunded',
    refundId: 'REF-PP3~1',
    reason: 'Nobody bought anything',
  })
})
