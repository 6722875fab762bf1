import { isInDollars, type Signal, timeOf } from '@shop/language/checkout/signal-events'
import { refundedCents } from '@shop/language/order/books'
import type { Refund } from '@shop/language/order/refund-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { caseAbout, openCase, settleCase } from '../case/cases.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { isContinued, isLost, isResolved } from './dispute-outcomes.ts'
import type { Order } from './order-state.ts'
import { recordedFor } from './recorded-reversals.ts'

/** `cents`: the part of the refund that no dispute has used. */
type Back = { readonly refund: Refund; cents: number }
type Lost = Readonly<{ disputeId: string; amountCents: number; openedAt: string; endedAt: string }>

/**
 * A case follows the money of a lost dispute that is still in the order's books. It settles when none is left. `mayOpen`: whether a new
 * case may be opened; only after a look-up of the payment. `disputes`: the reports of each dispute about the payment, the newest last. Call
 * this in the turn of the order's refunds.
 */
export async function followLost(
  commands: CommandHandler,
  order: Order,
  { disputes, mayOpen }: Readonly<{ disputes: readonly (readonly Signal[])[]; mayOpen: boolean }>,
  metadata: CommandMetadata,
) {
  const known = await Promise.all(
    disputes.map(async (reports) => ({ reports, about: await lostCase(commands, reports) })),
  )
  // An admin has looked at the payment and found that the provider did not take this money.
  const followed = known.filter(({ about }) => about?.end?.outcome !== 'closed')
  const continued = continuedIn(disputes)
  const missing = missingCents(
    order,
    followed.flatMap(({ reports }) => lostIn(reports, openingOf([...reports, ...continued]))),
  )
  for (const { reports, about } of followed) {
    const newest = reports.at(-1)!
    const { disputeId } = newest
    if (!disputeId || !isResolved(newest)) continue
    const subject = { kind: 'dispute-lost', disputeId } as const
    const amountCents = missing.get(disputeId) ?? 0
    if (amountCents === 0) await settleCase(commands, subject, { outcome: 'settled' }, metadata)
    // The reversal that an admin recorded may have ended, because a report was about the same amount.
    else if (mayOpen || (about && about.end?.outcome !== 'settled')) {
      const { orderId, customerId, captureId } = order.facts
      const facts = { ...subject, orderId, customerId, captureId, amountCents, code: 'DISPUTE_LOST' }
      await openCase(commands, facts, metadata)
    }
  }
}

const lostCase = async (commands: CommandHandler, [report]: readonly Signal[]) =>
  report?.disputeId ? caseAbout(commands, { kind: 'dispute-lost', disputeId: report.disputeId }) : undefined

/** The reports of disputes that go on as another dispute. */
export const continuedIn = (disputes: readonly (readonly Signal[])[]) =>
  disputes.filter((reports) => isContinued(reports.at(-1)!)).flat()

/** A report of an earlier version of the shop does not have the time of the opening. */
const openingOf = (reports: readonly Signal[]) =>
  reports.map((report) => report.disputeOpenedAt ?? timeOf(report)).toSorted()[0] ?? ''

function lostIn(reports: readonly Signal[], openedAt: string): readonly Lost[] {
  const newest = reports.at(-1)!
  const { disputeId, currency } = newest
  const amountCents = newest.refundedCents ?? newest.amountCents
  if (!isLost(newest) || !disputeId || !amountCents || !isInDollars(currency)) return []
  return [{ disputeId, amountCents, openedAt, endedAt: timeOf(newest) }]
}

/**
 * By dispute: the money of the lost dispute that is still in the books. Money that the buyer already has back counts for one dispute only,
 * first for a dispute of the same amount.
 */
function missingCents(order: Order, lost: readonly Lost[]): ReadonlyMap<string, number> {
  const back: Back[] = order.refunds
    .filter(({ state }) => state === 'made')
    .map((refund) => ({ refund, cents: refund.amountCents }))
  const isSame = (one: Lost) =>
    Number(back.some(({ refund, cents }) => cents === one.amountCents && isFor(refund, one)))
  let left = Math.max(0, order.totalCents - refundedCents(order))
  const missing = new Map<string, number>()
  for (const one of lost.toSorted((a, b) => isSame(b) - isSame(a))) {
    let cents = one.amountCents
    // Any dispute can be the cause of a reversal, so other refunds are used first.
    const rank = (part: Back) => (part.cents === one.amountCents ? 2 : 0) + (part.refund.isReversal ? 0 : 1)
    const own = back.filter(({ refund }) => isFor(refund, one)).toSorted((a, b) => rank(b) - rank(a))
    for (const part of own) {
      const taken = Math.min(part.cents, cents)
      part.cents -= taken
      cents -= taken
    }
    missing.set(one.disputeId, Math.min(cents, left))
    left -= Math.min(cents, left)
  }
  return missing
}

/** The provider may take the money shortly before it opens the dispute, or shortly after the dispute was lost. */
export const NEAR_MS = 24 * 60 * 60_000

/**
 * Whether a refund can have given back the money of a dispute. Refunds before the dispute, what the shop refunds after its end, and
 * what an admin recorded for another dispute are other money.
 */
function isFor(
  { refundId, providerRefundId, isReversal, at }: Refund,
  { disputeId, openedAt, endedAt }: Lost,
): boolean {
  const recorded = recordedFor(providerRefundId)
  if (recorded) return recorded === disputeId
  const isOwn = refundId !== providerRefundId
  if (isReversal) return Date.parse(openedAt) - Date.parse(at) <= NEAR_MS
  return openedAt <= at && (!isOwn || at <= endedAt)
}
