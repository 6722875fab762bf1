import type { Signal } from '@shop/language/checkout/signal-events'
import { isRefundDue } from '@shop/language/order/books'
import { whyStaysCancelled } from '@shop/language/order/staying-cancelled'
import { beforeEach, expect, test } from 'vitest'
import { loadCase } from '../case/cases.ts'
import { loadAnyOrder, onOrder } from '../order/load-order.ts'
import { noteLookedUp, noteProviderRefund } from '../order/note-provider-refund.ts'
import { customerOrderView } from '../order/order-answer.ts'
import type { Parts } from '../parts.ts'
import { expectBalancedBooks, watchStock } from '../test-support/books.ts'
import { buyShirts, dataOf, openCodes } from '../test-support/bought.ts'
import { createWorld, type World } from '../test-support/create-world.ts'
import { closeAsBack } from './close-as-back.ts'
import { closeAsTaken } from './close-as-taken.ts'
import { closeForAdmin } from './close-case.ts'

/* The provider took the money of a lost dispute, but has not reported it. */

const LATE_MS = 15 * 60_000
const reason = 'PayPal’s statement shows it'
const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`

let world: World
let stocks: ReturnType<typeof watchStock>
let orderId: string
let captureId: string
let sent = 0
let appended = async () => {}
beforeEach(async () => {
  appended = async () => {}
  world = createWorld({ pass: async (at) => (at === 'after append' ? appended() : undefined) })
  stocks = watchStock(world)
  const bought = await buyShirts(world)
  orderId = bought.orderId
  captureId = bought.captureId
})

async function ends(day: number, outcome: string, more: Partial<Signal> = {}) {
  const dispute = { status: 'RESOLVED', stage: 'CHARGEBACK', dueAt: null, outcome, changedAt: at(day) }
  await world.signal({
    ...{ what: 'CUSTOMER.DISPUTE.RESOLVED', signalId: `WH-${sent++}`, disputeId: 'PP-D-1', disputeOpenedAt: at(1) },
    ...{ captureId, checkoutId: orderId, amountCents: 2500, dispute, ...more },
  })
  await world.live(LATE_MS)
}
async function reports(refundId: string, what: 'REVERSED' | 'REFUNDED' = 'REVERSED', amountCents = 2500) {
  const about = { what: `PAYMENT.CAPTURE.${what}`, signalId: refundId, refundId, captureId, amountCents }
  await world.signal({ ...about, createdAt: at(2) })
  await world.live(LATE_MS)
}
async function find() {
  world.bank.refundThere('PP1', 2500)
  await noteLookedUp(world.parts(), orderId, world.asking())
}
function note(status: 'pending' | 'made') {
  const refund = { orderId, providerRefundId: 'R1', captureId, amountCents: 2500, currency: 'USD', status }
  return noteProviderRefund(world.parts().commands, refund, world.asking())
}
const lost = (day: number, more?: Partial<Signal>) => ends(day, 'RESOLVED_BUYER_FAVOUR', more)
const caseIds = () => dataOf(world, 'CaseOpened').flatMap(({ kind, caseId }) => (kind === 'dispute-lost' ? caseId : []))
const close = ({
  key = undefined as string | undefined,
  parts = world.parts() as Parts,
  caseId = caseIds()[0]!,
} = {}) => closeAsTaken(parts, caseId, reason, world.asking(key))
const theOrder = () => loadAnyOrder(world.parts().commands, orderId)
const refundedTotal = async () => customerOrderView(await theOrder()).refundedTotal

/** Another admin closes the case as soon as the first admin has recorded the money. Returns the outcome for the other admin. */
function otherAdmin(recorded: 'RefundNoted' | 'OrderRefundFailed', caseId: string) {
  return new Promise<string>((resolve) => {
    let isClosing = false
    appended = async () => {
      if (isClosing || world.events.at(-1)?.type !== recorded) return
      isClosing = true
      closeForAdmin(world.parts(), caseId, reason, world.asking()).then(
        () => resolve('closed'),
        ({ code }) => resolve(code),
      )
      // Without a turn, the other close would end first.
      for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve))
    }
  })
}

test('of two admins who judge the money differently at the same moment, one closes the case and the books agree', async () => {
  await lost(3)
  const notTaken = otherAdmin('RefundNoted', caseIds()[0]!)
  expect((await close()).end).toMatchObject({ outcome: 'refunded' })
  expect(await notTaken).toBe('CONFLICT')
  expect(await refundedTotal()).toBe(25)
})

test('the same is true of two admins who judge a reversal', async () => {
  await reports('R1')
  const { caseId } = dataOf(world, 'CaseOpened')[0]!
  const notBack = otherAdmin('OrderRefundFailed', caseId)
  expect((await closeAsBack(world.parts(), caseId, 'It is back', world.asking())).end?.reason).toBe('It is back')
  expect(await notBack).toBe('CONFLICT')
  expect(await refundedTotal()).toBe(0)
})

test('an admin closes the case of a lost dispute, and the order’s books have the money that the provider took', async () => {
  await lost(3)
  expect(openCodes(world)).toEqual(['DISPUTE_LOST'])
  expect((await close({ key: 'once' })).end).toMatchObject({ outcome: 'refunded', reason })
  await close({ key: 'once' })
  expect(await refundedTotal()).toBe(25)
  expect(dataOf(world, 'RefundNoted')).toMatchObject([{ amountCents: 2500, isReversal: true }])
  await expect(close()).rejects.toMatchObject({ code: 'CONFLICT' })
  await world.live(LATE_MS)
  expect(openCodes(world)).toEqual([])
  expectBalancedBooks(world, stocks, { shirt: 5 })
})

test('a repetition after the process died records the money once', async () => {
  await lost(3)
  const parts = world.parts() as Parts
  const handle = () => Promise.reject(new Error('the process died'))
  await expect(close({ parts: { ...parts, commands: { ...parts.commands, handle } } })).rejects.toThrow('died')
  expect(await refundedTotal()).toBe(25)
  await close()
  expect(await refundedTotal()).toBe(25)
})

test('only the case of a lost dispute has money to record', async () => {
  await reports('R1')
  const { caseId } = dataOf(world, 'CaseOpened').find(({ kind }) => kind === 'refund-at-provider')!
  await expect(close({ caseId })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(close({ caseId: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each(['REVERSED', 'REFUNDED'] as const)('a later report as %s is about the same money', async (what) => {
  await lost(3)
  await close()
  await reports('R1', what)
  expect(await refundedTotal()).toBe(25)
  await reports('R2', what)
  expect(await refundedTotal(), 'another report is about other money').toBe(50)
})

test.each([
  ['more', 3000, 30, []],
  ['less', 2000, 20, ['DISPUTE_LOST']],
] as const)('a later report of %s money replaces the record of the only dispute', async (_, cents, total, codes) => {
  await lost(3)
  await close()
  await reports('R1', 'REVERSED', cents)
  expect(await refundedTotal()).toBe(total)
  expect(openCodes(world).toSorted()).toEqual([...codes, 'PAYMENT.CAPTURE.REVERSED'])
})

test('a later report of another amount is other money if there is another dispute', async () => {
  await lost(3)
  await close()
  await ends(4, '', { what: 'CUSTOMER.DISPUTE.UPDATED', disputeId: 'PP-D-2', amountCents: 2000 })
  await reports('R2', 'REVERSED', 2000)
  expect(await refundedTotal()).toBe(45)
})

test.each([false, true])('the money is back if the shop wins in the end; reported before: %s', async (isReported) => {
  await lost(3)
  await close()
  if (isReported) await reports('R1')
  await ends(4, 'RESOLVED_SELLER_FAVOUR')
  expect(await refundedTotal()).toBe(0)
  expect(openCodes(world)).toEqual([])
  await lost(5)
  expect(openCodes(world)).toEqual(['DISPUTE_LOST'])
  await close()
  expect(await refundedTotal()).toBe(25)
  expectBalancedBooks(world, stocks, { shirt: 5 })
})

test('each of two lost disputes about the same amount is recorded', async () => {
  await lost(3)
  await lost(3, { disputeId: 'PP-D-2' })
  for (const caseId of caseIds()) await close({ caseId })
  expect(await refundedTotal()).toBe(50)
  await ends(4, 'RESOLVED_SELLER_FAVOUR', { disputeId: 'PP-D-2' })
  expect(await refundedTotal()).toBe(25)
  expect((await loadCase(world.parts().commands, caseIds()[0]!)).end).toMatchObject({ outcome: 'refunded' })
})

test('a repetition after the dispute was won and lost again records no money', async () => {
  await lost(3)
  await close({ key: 'once' })
  await ends(4, 'RESOLVED_SELLER_FAVOUR')
  await lost(5)
  await close({ key: 'once' })
  expect(await refundedTotal()).toBe(0)
  expect(openCodes(world)).toEqual(['DISPUTE_LOST'])
})

test.each(['noted, before its case is settled', 'found by a look-up'])(
  'no money is recorded twice if it is %s',
  async (how) => {
    await lost(3)
    await (how.startsWith('noted') ? note('made') : find())
    await expect(close()).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await refundedTotal()).toBe(25)
    expect(openCodes(world)).toEqual([])
  },
)

test('only what is still missing is recorded', async () => {
  await lost(3, { amountCents: 5000 })
  await find()
  await close()
  expect(await refundedTotal()).toBe(50)
})

test('the case is open again if the report is about the same amount of another lost dispute', async () => {
  await lost(2, { disputeId: 'PP-D-2' })
  await lost(3)
  await close({ caseId: caseIds()[1]! })
  await reports('R1')
  expect(await refundedTotal()).toBe(25)
  expect(openCodes(world)).toEqual(['PAYMENT.CAPTURE.REVERSED', 'DISPUTE_LOST'])
})

test('a cancelled order whose money is back can go on, and the report of the recorded money is no returned money', async () => {
  await world.becomes(orderId, 'Cancelled')
  await onOrder(world.parts().commands, orderId, { type: 'CloseRefundCase', reason: 'Worn pieces' }, world.asking())
  await lost(3)
  await close()
  await reports('R1')
  expect(dataOf(world, 'RefundCaseClosed').at(-1)?.reason).toContain('reported money that an admin had recorded')
  expect(isRefundDue(await theOrder())).toBe(false)
  await ends(4, 'RESOLVED_SELLER_FAVOUR')
  expect(whyStaysCancelled(await theOrder())).toBeUndefined()
})

test('the money that is recorded for a dispute is not the money of another, even while the dispute goes on', async () => {
  await lost(3)
  await close()
  const dispute = { status: 'UNDER_REVIEW', stage: 'CHARGEBACK', dueAt: null, outcome: null, changedAt: at(4) }
  await ends(4, '', { what: 'CUSTOMER.DISPUTE.UPDATED', dispute })
  await lost(5, { disputeId: 'PP-D-2' })
  expect(openCodes(world)).toContain('DISPUTE_LOST')
  await close({ caseId: caseIds()[1]! })
  expect(await refundedTotal()).toBe(50)
})

test.each([
  ['after the record is about the same money', 25],
  ['before the record is about other money', 50],
])('a report that was pending %s', async (when, total) => {
  await lost(3)
  if (when.startsWith('before')) await note('pending')
  world.passTime(60_000)
  await close()
  world.passTime(60_000)
  if (when.startsWith('after')) await note('pending')
  await note('made')
  expect(await refundedTotal()).toBe(total)
})
