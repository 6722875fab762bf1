import {
  firstOf,
  isSameRefund,
  NOTED,
  PAYMENT_REVERSED,
  REVERSAL_CANCELLED,
  refundedCents,
  reversedCents,
} from '@shop/language/order/books'
import { leftCents, piecesIn, refundablePieces } from '@shop/language/order/pieces'
import type { Refund } from '@shop/language/order/refund-events'
import { sumOf } from '@shop/language/values/sum-of'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { Case } from '../case/case-state.ts'
import { caseAbout, firstOpen, openCase, settleCase } from '../case/cases.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import type { Problem } from '../payment/payment-provider.ts'
import { loadAnyOrder } from './load-order.ts'
import type { Order } from './order-state.ts'

type Which = Readonly<{ orderId: string; refundId: string }>

/**
 * All tries of a refund have at most one open case. `failedId`: the provider's id of a refund that failed after the provider had accepted it.
 */
export async function openRefundCase(
  commands: CommandHandler,
  order: Order,
  { refundId, amountCents }: Refund,
  { code, debugId, failedId = firstOf(refundId) }: Problem & Readonly<{ failedId?: string }>,
  metadata: CommandMetadata,
) {
  const { orderId, captureId, customerId } = order.facts
  const subject = (await firstOpen(commands, casesOf(order, refundId))) ?? subjectOf(orderId, failedId)
  await openCase(commands, { ...subject, captureId, customerId, amountCents, code, debugId }, metadata)
}

/** Returns whether the refund is made. Also opens the cases of refunds that returns lack. */
export async function settleIfMade(commands: CommandHandler, { orderId, refundId }: Which, metadata: CommandMetadata) {
  const order = await loadAnyOrder(commands, orderId)
  await openReversed(commands, order, metadata)
  const refund = order.refunds.find((one) => one.refundId === refundId)
  if (!refund || !isMade(refund)) return false
  for (const subject of casesOf(order, refundId))
    await settleCase(commands, subject, { outcome: 'refunded', refundId }, metadata)
  await settleReplaced(commands, order, metadata)
  for (const { refundId: ended } of order.refunds.filter(({ code }) => code === REVERSAL_CANCELLED))
    await settleCase(commands, { kind: 'refund-at-provider', refundId: ended }, { outcome: 'settled' }, metadata)
  return true
}

/** Opens the cases of refunds that returns lack because of a reversal, once the shop has money of the reversal again. */
export async function openReversed(commands: CommandHandler, order: Order, metadata: CommandMetadata) {
  const waiting = lastRefused(order).filter(({ code }) => code === PAYMENT_REVERSED)
  const isHeld = sumOf(waiting.map(({ amountCents }) => amountCents)) <= reversedCents(order)
  if (isHeld || leftCents(order) === 0) return
  for (const refund of waiting) await openRefundCase(commands, order, refund, { code: PAYMENT_REVERSED }, metadata)
}

/**
 * Settles the case of a refused refund if later refunds, one after the other, returned the same amount, for the same pieces or for none.
 * Also settles it if the whole payment was refunded, or if its pieces were refunded with at least its amount. A later refund of the same
 * amount settles one case. The refund of another return is about other pieces.
 */
export async function settleReplaced(commands: CommandHandler, order: Order, metadata: CommandMetadata) {
  const made = order.refunds.filter(({ state, isReversal }) => state === 'made' && !isReversal)
  let unused = made.filter(({ refundId }) => firstOf(refundId) === refundId)
  for (const { refused, subject, facts, end } of await replaceable(commands, order)) {
    const later = runsOf(unused.filter(({ at }) => at > facts.openedAt)).find(
      (run) => isSame(run, refused) && (!end || end.refundId === run.at(-1)?.refundId),
    )
    unused = unused.filter((one) => !later?.includes(one))
    if (!end && (later || isCovered(made, order, refused, facts.openedAt)))
      await settleCase(commands, subject, { outcome: 'refunded', refundId: later?.at(-1)?.refundId }, metadata)
  }
}

/** The cases of refused refunds. Ended cases are first, in the sequence of their ends, because each later refund settles one case. */
async function replaceable(commands: CommandHandler, order: Order) {
  const wanted = lastRefused(order).flatMap((refused) =>
    casesOf(order, refused.refundId).map((subject) => ({ refused, subject })),
  )
  const known = await Promise.all(wanted.map(async (one) => ({ ...one, ...(await caseAbout(commands, one.subject)) })))
  return known
    .flatMap(({ facts, end, ...one }) => (facts ? [{ ...one, facts, end }] : []))
    .toSorted((one, other) => endedAt(one) - endedAt(other))
}

/** The last try of each refund that is not made. */
const lastRefused = (order: Order) =>
  order.refunds.filter((one) => isRefused(one) && one === triesOf(order, one.refundId).at(-1))

const endedAt = ({ end }: Pick<Case, 'end'>) => (end ? Date.parse(end.closedAt) : Number.MAX_SAFE_INTEGER)

const isRefused = ({ state, code }: Refund) => state === 'refused' && code !== NOTED

/** All parts of the list without gaps, the shortest first. */
const runsOf = (refunds: readonly Refund[]): readonly (readonly Refund[])[] =>
  refunds.flatMap((_, more) => refunds.slice(more).map((_, from) => refunds.slice(from, from + more + 1)))

function isSame(run: readonly Refund[], refused: Refund) {
  const pieces = run.flatMap((one) => one.pieces)
  const both = pieces.length > 0 ? [...pieces, ...refused.pieces] : []
  return (
    sumOf(run.map(({ amountCents }) => amountCents)) === refused.amountCents &&
    run.every(({ returnId }) => returnId === undefined || returnId === refused.returnId) &&
    both.every(({ line }) => piecesIn(run, line) === piecesIn([refused], line))
  )
}

/** Whether refunds have returned the whole payment. The provider may give the money of a reversal back to the shop. */
export const isAllBack = ({ totalCents, refunds }: Order) =>
  refundedCents({ refunds: refunds.filter(({ isReversal }) => !isReversal) }) >= totalCents

/** `since`: when the case was opened. */
function isCovered(made: readonly Refund[], order: Order, refused: Refund, since: string) {
  const { items } = order.facts
  if (isAllBack(order)) return true
  const { pieces, amountCents } = refused
  const areGone = pieces.every(({ line }) => refundablePieces({ refunds: made }, items, line) === 0)
  return pieces.length > 0 && areGone && refundedCents({ refunds: made.filter(({ at }) => at > since) }) >= amountCents
}

export function casesOf({ facts: { orderId }, failed }: Order, refundId: string) {
  const ofRefund = failed.filter((one) => isSameRefund(one.refundId, refundId))
  const names = [firstOf(refundId), ...ofRefund.map(({ providerRefundId }) => providerRefundId)]
  return names.map((named) => subjectOf(orderId, named))
}

/** Whether a refund is made, or the provider has reported another refund that returned the same money. */
export const isMade = ({ state, code }: Refund) => state === 'made' || code === NOTED

/** `named` is the shop's id of the first try, or the provider's id of a failed try. */
export function triesOf({ refunds, failed }: Order, named: string): readonly Refund[] {
  const { refundId } = failed.find(({ providerRefundId }) => providerRefundId === named) ?? { refundId: named }
  return refunds.filter((one) => isSameRefund(one.refundId, refundId))
}

export const subjectOf = (orderId: string, refundId: string) => ({ kind: 'refund-refused', orderId, refundId }) as const
