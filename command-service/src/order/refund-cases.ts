import { firstOf, NOTED } from '@shop/language/order/books'
import type { Refund } from '@shop/language/order/refund-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { isCaseOpen, openCase, settleCase } from '../case/cases.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import type { Problem } from '../payment/payment-provider.ts'
import { loadAnyOrder } from './load-order.ts'
import type { Order } from './order-state.ts'

type Which = Readonly<{ orderId: string; refundId: string }>

/** All tries of the refund share one case. */
export const openRefundCase = (
  commands: CommandHandler,
  order: Order,
  { refundId, amountCents }: Refund,
  { code, debugId }: Problem,
  metadata: CommandMetadata,
) => openCase(commands, { ...aboutOf(order, firstOf(refundId)), amountCents, code, debugId }, metadata)

/**
 * Opens a case for a refund that failed after the provider had accepted it. If the case about the refund's tries is still open, uses that
 * case.
 */
export async function openFailureCase(
  commands: CommandHandler,
  order: Order,
  { refundId, providerRefundId, amountCents }: Refund & Readonly<{ providerRefundId: string }>,
  code: string,
  metadata: CommandMetadata,
) {
  const ofTries = firstOf(refundId)
  const isOpen = await isCaseOpen(commands, subjectOf(order.facts.orderId, ofTries))
  const about = aboutOf(order, isOpen ? ofTries : providerRefundId)
  await openCase(commands, { ...about, amountCents, code }, metadata)
}

/** Returns whether the refund is made. */
export async function settleIfMade(commands: CommandHandler, { orderId, refundId }: Which, metadata: CommandMetadata) {
  const order = await loadAnyOrder(commands, orderId)
  const refund = order.refunds.find((one) => one.refundId === refundId)
  if (!refund || !isMade(refund)) return false
  for (const subject of casesOf(order, refundId))
    await settleCase(commands, subject, { outcome: 'refunded', refundId }, metadata)
  return true
}

export function casesOf({ facts: { orderId }, refunds }: Order, refundId: string) {
  const first = firstOf(refundId)
  const failed = refunds.filter((one) => firstOf(one.refundId) === first && one.state === 'refused')
  return [first, ...failed.flatMap((one) => one.providerRefundId ?? [])].map((named) => subjectOf(orderId, named))
}

/** Whether a refund is made, or the provider has reported another refund that returned the same money. */
export const isMade = ({ state, code }: Refund) => state === 'made' || code === NOTED

/** `named` is the shop's id of the first try, or the provider's id of a failed try. */
export function triesOf({ refunds }: Order, named: string): readonly Refund[] {
  const one = refunds.find(({ refundId, providerRefundId }) => refundId === named || providerRefundId === named)
  return one ? refunds.filter(({ refundId }) => firstOf(refundId) === firstOf(one.refundId)) : []
}

const subjectOf = (orderId: string, refundId: string) => ({ kind: 'refund-refused', orderId, refundId }) as const

const aboutOf = ({ facts: { orderId, captureId, customerId } }: Order, refundId: string) => ({
  ...subjectOf(orderId, refundId),
  captureId,
  customerId,
})
