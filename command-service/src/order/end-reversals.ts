import { DISPUTE_WON } from '@shop/language/case/kinds'
import { type Signal, signalsOf, timeOf } from '@shop/language/checkout/signal-events'
import { REVERSAL_CANCELLED } from '@shop/language/order/books'
import { orderStream } from '@shop/language/order/events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { caseAbout, openCase, settleCase } from '../case/cases.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { isContinued, isLost, isResolved, isWon } from './dispute-outcomes.ts'
import { loadAnyOrder, orderIfPlaced } from './load-order.ts'
import { continuedIn, followLost, NEAR_MS } from './lost-disputes.ts'
import { inRefundTurn } from './make-refund.ts'
import { orderDecider } from './order-decider.ts'
import type { Order } from './order-state.ts'
import { recordedFor } from './recorded-reversals.ts'
import { openReversed } from './refund-cases.ts'

export const REVERSED = 'PAYMENT.CAPTURE.REVERSED'

type Commands = Pick<Parts, 'commands'>

/**
 * After a dispute that the shop has won, the provider gives the money of earlier reversals back to the shop. Webhooks arrive in any order,
 * so call this after each reversal and after each dispute that has ended. `about`: the checkout that the money belongs to, if any.
 * `mayOpen`: see `followLost`.
 */
export async function endReversals(
  parts: Parts,
  { captureId, providerOrderId }: Pick<Signal, 'captureId' | 'providerOrderId'>,
  about: Checkout | undefined,
  metadata: CommandMetadata,
  { mayOpen = false } = {},
) {
  const { commands } = parts
  if (!captureId) return
  const checkout = about && (await loadCheckout(commands, about.checkoutId))
  const signals = await signalsAbout(parts, captureId, [...(checkout?.providerOrderIds ?? []), providerOrderId])
  const disputes = disputesIn(signals)
  const { over, unclear } = reversalsBy(signals)
  const won = disputes.flatMap((reports) => (isWon(reports.at(-1)!) ? (reports[0]?.disputeId ?? []) : []))
  const order = about && (await orderIfPlaced(commands, about.checkoutId))
  const isOfOrder = order?.facts.captureId === captureId
  if (isOfOrder) await takeBack(parts, order.facts.orderId, [...over, ...won], metadata)
  await settleReversals(parts, over, metadata)
  if (isOfOrder) await askAbout(parts, order.facts, unclear, metadata)
  if (isOfOrder && disputes.length > 0)
    await inRefundTurn(parts, order.facts.orderId, (order) =>
      followLost(commands, order, { disputes, mayOpen }, metadata),
    )
}

/** `over`: the ids of reversals, and the ids of disputes, which stand for the reversals that an admin recorded. */
async function takeBack(parts: Parts, orderId: string, over: readonly string[], metadata: CommandMetadata) {
  if (over.length === 0) return
  await inRefundTurn(parts, orderId, async (order) => {
    const made = order.refunds.filter(({ state }) => state === 'made')
    for (const { refundId } of made.filter((one) => over.includes(recordedFor(one.refundId) ?? one.refundId))) {
      const note = { type: 'NoteRefundFailed', providerRefundId: refundId, code: REVERSAL_CANCELLED } as const
      const own = furtherCommand(metadata, 'reversal ended', refundId)
      await parts.commands.ensure(orderDecider, orderStream(orderId), note, own)
    }
    await openReversed(parts.commands, await loadAnyOrder(parts.commands, orderId), metadata)
  })
}

/** Only an admin can see at the provider whether the money of these reversals is back. */
async function askAbout(
  { commands }: Parts,
  { orderId, customerId, captureId }: Order['facts'],
  unclear: readonly string[],
  metadata: CommandMetadata,
) {
  const { refunds } = await loadAnyOrder(commands, orderId)
  for (const refundId of unclear) {
    const reversal = refunds.find((one) => one.refundId === refundId && one.isReversal && one.state === 'made')
    const about = { kind: 'refund-at-provider', orderId, customerId, captureId, refundId } as const
    if (reversal) await openCase(commands, { ...about, amountCents: reversal.amountCents, code: DISPUTE_WON }, metadata)
  }
}

/**
 * A reversal does not name its dispute. So if several disputes may be its cause, all of them must be won, or it is unclear whether the
 * money is back. But if each of them has taken the same amount once and has ended, as many reversals are over as disputes are won.
 */
function reversalsBy(signals: readonly Signal[]) {
  const disputes = disputesIn(signals)
  const reports = signals.filter(({ what }) => what === REVERSED).toSorted(byTime)
  const reversals = [...new Map(reports.map((report) => [report.refundId, report])).values()]
  const causes = causesOfEach(reversals, disputes)
  const stateOf = ({ amountCents }: Signal, at: number) => {
    const own = causes[at]!
    const won = own.filter(isWon).length
    if (won === 0) return 'kept'
    if (won === own.length) return 'over'
    const alike = reversals.flatMap((one, index) => (one.amountCents === amountCents ? index : []))
    const haveEnded = own.every((report) => report.amountCents === amountCents && (isWon(report) || isLost(report)))
    const isEach = alike.length === own.length && alike.every((index) => causes[index]!.length === own.length)
    if (!haveEnded || !isEach) return 'unclear'
    return alike.indexOf(at) < won ? 'over' : 'kept'
  }
  const states = reversals.map((reversal, at) => ({ state: stateOf(reversal, at), id: reversal.refundId ?? '' }))
  const idsOf = (wanted: string) => states.flatMap(({ state, id }) => (state === wanted ? id : []))
  return { over: idsOf('over'), unclear: idsOf('unclear') }
}

/** A dispute that explains a reversal alone is not the cause of another one. */
function causesOfEach(reversals: readonly Signal[], disputes: readonly (readonly Signal[])[]) {
  const possible = reversals.map((reversal) => causesOf(reversal, disputes))
  const alone = possible.flatMap((own, at) =>
    own.length === 1 && own[0]!.amountCents === reversals[at]!.amountCents ? own[0]!.disputeId : [],
  )
  return possible.map((own) => {
    const rest = own.filter(({ disputeId }) => !alone.includes(disputeId))
    return rest.length > 0 ? rest : own
  })
}

/**
 * The last reports of the disputes that may be the cause of a reversal. Disputes of another amount do not count if there is one of the same
 * amount, nor do disputes that ended before the reversal or were opened after it, nor those that go on as another dispute. The provider may
 * take the money of a lost dispute shortly after its end.
 */
function causesOf(reversal: Signal, disputes: readonly (readonly Signal[])[]): readonly Signal[] {
  const continued = continuedIn(disputes)
  const sinceMs = (time: string) => Date.parse(timeOf(reversal)) - Date.parse(time)
  const isBefore = (report: Signal) =>
    isResolved(report) && (isLost(report) ? sinceMs(timeOf(report)) >= NEAR_MS : sinceMs(timeOf(report)) > 0)
  // A report of an earlier version of the shop does not have the time of the opening.
  const isLater = ({ disputeOpenedAt }: Signal) => disputeOpenedAt && sinceMs(disputeOpenedAt) < -NEAR_MS
  const causes = disputes
    .filter((of) => ![...of, ...continued].every(isLater))
    .map((of) => of.find((one) => isWon(one) && !isBefore(one)) ?? of.at(-1)!)
    .filter((report) => !isBefore(report) && !isContinued(report))
  const same = causes.filter(({ amountCents }) => amountCents === reversal.amountCents)
  return same.length > 0 ? same : causes
}

/** The reports of each dispute about a payment. */
export const disputesAbout = async (parts: Commands, captureId: string) =>
  disputesIn(await signalsAbout(parts, captureId, []))

/** The reports of each dispute, the newest last. */
function disputesIn(signals: readonly Signal[]) {
  const reports = signals.filter(({ disputeId }) => disputeId).toSorted(byTime)
  return [...Map.groupBy(reports, ({ disputeId }) => disputeId).values()]
}

const byTime = (one: Signal, other: Signal) => Date.parse(timeOf(one)) - Date.parse(timeOf(other))

/** Settles the cases of refunds and reversals at the provider, after the checkout's refund has returned the rest of the money. */
export async function settleCovered(parts: Commands, checkout: Checkout, captureId: string, metadata: CommandMetadata) {
  const signals = await signalsAbout(parts, captureId, checkout.providerOrderIds)
  const refundIds = signals.flatMap(({ refundId }) => refundId ?? [])
  await settleReversals(parts, refundIds, metadata)
}

async function settleReversals({ commands }: Commands, refundIds: readonly string[], metadata: CommandMetadata) {
  for (const refundId of refundIds)
    await settleCase(commands, { kind: 'refund-at-provider', refundId }, { outcome: 'settled' }, metadata)
}

/** `others`: provider orders that may be the capture's. The case of unmatched money may know another one. */
async function signalsAbout({ commands }: Commands, captureId: string, others: readonly (string | null)[]) {
  const unmatched = await caseAbout(commands, { kind: 'payment-unmatched', captureId })
  const signals: Signal[] = []
  for (const key of new Set([captureId, ...others, unmatched?.facts.providerOrderId]))
    if (key) for await (const { data } of commands.eventsOf(signalsOf(key))) signals.push(data as Signal)
  return signals.filter((one) => one.captureId === captureId)
}
