import { type Signal, signalsOf } from '@shop/language/checkout/signal-events'
import { REVERSAL_CANCELLED } from '@shop/language/order/books'
import { orderStream } from '@shop/language/order/events'
import { leftCents } from '@shop/language/order/pieces'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { settleCase } from '../case/cases.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { loadAnyOrder } from './load-order.ts'
import { inRefundTurn } from './make-refund.ts'
import { orderDecider } from './order-decider.ts'
import type { Order } from './order-state.ts'

export const REVERSED = 'PAYMENT.CAPTURE.REVERSED'
/** Outcomes after which the shop has the money. */
const WON = ['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER', 'DENIED']
/** Outcomes after which the buyer has the money. */
const LOST = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']

type Commands = Pick<Parts, 'commands'>

/**
 * After a dispute that the shop has won, the provider gives the money of earlier reversals back to the shop. Webhooks arrive in any order,
 * so call this after each reversal and after each dispute that has ended.
 */
export async function endReversals(parts: Parts, checkoutId: string, metadata: CommandMetadata) {
  const { commands } = parts
  const checkout = await loadCheckout(commands, checkoutId)
  const { status, payment, refunds } = checkout
  for (const captureId of new Set([...(payment ? [payment.captureId] : []), ...refunds.keys()])) {
    const signals = await signalsAbout(parts, checkout, captureId)
    const over = endedIn(signals)
    const isOfOrder = status === 'finalized' && payment?.captureId === captureId
    if (isOfOrder && over.length > 0)
      await inRefundTurn(parts, checkoutId, async (order) => {
        const made = order.refunds.filter((one) => one.isReversal && one.state === 'made')
        for (const { refundId } of made.filter((one) => over.includes(one.refundId))) {
          const note = { type: 'NoteRefundFailed', providerRefundId: refundId, code: REVERSAL_CANCELLED } as const
          const own = furtherCommand(metadata, 'reversal ended', refundId)
          await commands.ensure(orderDecider, orderStream(checkoutId), note, own)
        }
      })
    await settleReversals(parts, over, metadata)
    if (isOfOrder) await settleLost(parts, await loadAnyOrder(commands, checkoutId), signals, metadata)
  }
}

/** Settles the cases of lost disputes whose money is no longer in the books, or that were won later. */
async function settleLost({ commands }: Commands, order: Order, signals: readonly Signal[], metadata: CommandMetadata) {
  for (const report of disputesIn(signals).map((reports) => reports.at(-1)!)) {
    const { disputeId } = report
    if (disputeId && hasEnded(report) && (!isLost(report) || missingCents(order, report) <= 0))
      await settleCase(commands, { kind: 'refund-at-provider', disputeId }, { outcome: 'settled' }, metadata)
  }
}

/** After a lost dispute, the shop holds at most the money that was not disputed. Returns how much more the books have. */
export const missingCents = (order: Pick<Order, 'totalCents' | 'refunds'>, { amountCents }: Signal) =>
  leftCents(order) - order.totalCents + (amountCents ?? 0)

export const isLost = ({ dispute }: Pick<Signal, 'dispute'>) => LOST.includes(dispute?.outcome ?? '')

/**
 * A reversal does not name its dispute. So if several disputes may be its cause, all of them must be won. Disputes of another amount do not
 * count if there is one of the same amount, nor do disputes that ended before the reversal.
 */
function endedIn(signals: readonly Signal[]) {
  const disputes = disputesIn(signals)
  const isOver = (reversal: Signal) => {
    const isBefore = (report: Signal) => hasEnded(report) && timeOf(report) < timeOf(reversal)
    const all = disputes.map((of) => of.find((one) => isWon(one) && !isBefore(one)) ?? of.at(-1)!)
    const causes = all.filter((report) => !isBefore(report))
    const same = causes.filter(({ amountCents }) => amountCents === reversal.amountCents)
    return causes.length > 0 && (same.length > 0 ? same : causes).every(isWon)
  }
  return signals.filter((one) => one.what === REVERSED && isOver(one)).flatMap(({ refundId }) => refundId ?? [])
}

/** The reports of each dispute, the newest last. */
function disputesIn(signals: readonly Signal[]) {
  const reports = signals.filter(({ disputeId }) => disputeId).toSorted(byTime)
  return [...Map.groupBy(reports, ({ disputeId }) => disputeId).values()]
}

const byTime = (one: Signal, other: Signal) => Date.parse(timeOf(one)) - Date.parse(timeOf(other))
const hasEnded = ({ dispute }: Signal) => Boolean(dispute?.outcome)
const isWon = ({ dispute }: Signal) => WON.includes(dispute?.outcome ?? '')

/** Settles the cases of refunds and reversals at the provider, after the checkout's refund has returned the rest of the money. */
export async function settleCovered(parts: Commands, checkout: Checkout, captureId: string, metadata: CommandMetadata) {
  const signals = await signalsAbout(parts, checkout, captureId)
  const refundIds = signals.flatMap(({ refundId }) => refundId ?? [])
  await settleReversals(parts, refundIds, metadata)
}

async function settleReversals({ commands }: Commands, refundIds: readonly string[], metadata: CommandMetadata) {
  for (const refundId of refundIds)
    await settleCase(commands, { kind: 'refund-at-provider', refundId }, { outcome: 'settled' }, metadata)
}

async function signalsAbout({ commands }: Commands, { providerOrderIds }: Checkout, captureId: string) {
  const signals: Signal[] = []
  for (const key of [captureId, ...providerOrderIds])
    for await (const { data } of commands.eventsOf(signalsOf(key))) signals.push(data as Signal)
  return signals.filter((one) => one.captureId === captureId)
}

/** At the provider, if the webhook says it. */
const timeOf = ({ dispute, createdAt, receivedAt }: Signal) => dispute?.changedAt ?? createdAt ?? receivedAt
