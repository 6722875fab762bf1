import { isShopError } from '@shop/language/errors'
import { orderStream } from '@shop/language/order/events'
import type { Refund } from '@shop/language/order/refund-events'
import { sumOf } from '@shop/language/values/sum-of'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { loadCheckout } from '../checkout/load-checkout.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand, onceOnly } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { answered, type ProviderOrder } from '../payment/payment-provider.ts'
import { notKnownYet } from '../payment/verify-payment.ts'
import type { ReportedRefund } from './decide-refund-answer.ts'
import { loadAnyOrder } from './load-order.ts'
import { orderDecider } from './order-decider.ts'
import type { Order } from './order-state.ts'
import { settleIfMade } from './refund-cases.ts'

/**
 * Records a refund that the provider reports by webhook or look-up. A repeated report changes nothing. Throws NOT_FOUND for an unknown
 * order. Throws CONFLICT for another payment or currency, and for more than was paid.
 */
export async function noteProviderRefund(
  commands: CommandHandler,
  { orderId, ...reported }: ReportedRefund & Readonly<{ orderId: string }>,
  metadata: CommandMetadata,
) {
  const { providerRefundId, status } = reported
  const note = { type: 'NoteProviderRefund', ...reported, at: commands.now().toISOString() } as const
  const pending = status === 'pending' ? [status] : []
  const once = onceOnly(metadata, 'refund at the provider', orderId, providerRefundId, ...pending)
  await commands.ensure(orderDecider, orderStream(orderId), note, once)
  const { refunds } = await loadAnyOrder(commands, orderId)
  const refundId = refunds.find((one) => one.providerRefundId === providerRefundId)?.refundId ?? reported.refundId
  if (refundId) await settleIfMade(commands, { orderId, refundId }, metadata)
}

/**
 * Records the refunds that the provider lists with an order's payment (decisions O7), because a webhook may have been lost. Skips a refund
 * that noteProviderRefund refuses with CONFLICT. Throws NOT_FOUND for an unknown order.
 */
export async function noteRefundsAtProvider(
  { commands }: Pick<Parts, 'commands'>,
  { orderId, providerOrder }: Readonly<{ orderId: string; providerOrder: ProviderOrder }>,
  metadata: CommandMetadata,
) {
  const { facts } = await loadAnyOrder(commands, orderId)
  for (const reported of reportedIn(facts, providerOrder))
    await noteProviderRefund(commands, { orderId, ...reported }, metadata).catch(unlessConflict)
}

/**
 * Looks up an order's refunds at the provider, and records them. Returns true if they are the whole payment. In this case, ends the shop's
 * refund `refundId`, unless the provider lists this refund. Returns false if they are less, or if recording is refused with CONFLICT.
 * Throws PROVIDER_UNAVAILABLE if the provider does not answer.
 */
export async function noteRefundsFound(
  parts: Pick<Parts, 'commands' | 'payments'>,
  { facts }: Order,
  { refundId }: Refund,
  metadata: CommandMetadata,
): Promise<boolean> {
  const { commands } = parts
  const { orderId, totalCents } = facts
  const providerOrder = (await lookUpPaymentOf(parts, orderId))?.order
  if (!providerOrder) return false
  const reported = reportedIn(facts, providerOrder)
  if (sumOf(reported.map(({ amountCents }) => amountCents)) < totalCents) {
    await noteRefundsAtProvider(parts, { orderId, providerOrder }, metadata)
    return false
  }
  const note = { type: 'NoteFullyRefunded', refundId, reported, at: commands.now().toISOString() } as const
  const own = furtherCommand(metadata, 'fully refunded', refundId)
  return commands.ensure(orderDecider, orderStream(orderId), note, own).then(() => true, unlessConflict)
}

/**
 * Call this function before a refund is requested again: the provider may have made the refund already, and the answer was lost. Records
 * the provider's refunds. Returns true if the refund must not be requested again. Throws PROVIDER_UNAVAILABLE if the provider does not
 * answer, or does not carry out the look-up.
 */
export async function noteIfMadeBefore(
  parts: Pick<Parts, 'commands' | 'payments'>,
  { orderId, refundId }: Readonly<{ orderId: string; refundId: string }>,
  metadata: CommandMetadata,
): Promise<boolean> {
  const order = await noteLookedUp(parts, orderId, metadata)
  return order !== undefined && order.refunds.find((one) => one.refundId === refundId)?.state !== 'requested'
}

/** Records the refunds that a look-up of the payment shows. Undefined if the provider does not find the payment. Throws as above. */
export async function noteLookedUp(
  parts: Pick<Parts, 'commands' | 'payments'>,
  orderId: string,
  metadata: CommandMetadata,
): Promise<Order | undefined> {
  const found = await lookUpPaymentOf(parts, orderId)
  if (found?.is === 'not carried out') throw notKnownYet()
  if (!found?.order) return undefined
  await noteRefundsAtProvider(parts, { orderId, providerOrder: found.order }, metadata)
  return loadAnyOrder(parts.commands, orderId)
}

async function lookUpPaymentOf({ commands, payments }: Pick<Parts, 'commands' | 'payments'>, orderId: string) {
  const { payment } = await loadCheckout(commands, orderId)
  return payment && answered(await payments.lookUp(payment.providerOrderId))
}

/** The refunds of the order's payment that the provider lists, without failed refunds. */
function reportedIn({ orderId, captureId }: Order['facts'], { refunds }: ProviderOrder): readonly ReportedRefund[] {
  return refunds.flatMap(({ id: providerRefundId, status, customId, captureId: of = captureId, ...money }) => {
    const known = STATUSES[status]
    if (!known || of !== captureId || money.currency !== 'USD') return []
    const { amountCents, currency } = money
    return [{ providerRefundId, status: known, refundId: ownIdOf(customId, orderId), captureId, amountCents, currency }]
  })
}

function unlessConflict(refusal: unknown): false {
  if (!isShopError(refusal, 'CONFLICT')) throw refusal
  return false
}

const STATUSES: Readonly<Record<string, ReportedRefund['status']>> = { COMPLETED: 'made', PENDING: 'pending' }

/** The shop's id of a refund, from the custom id at the provider. Undefined for the payment's custom id, which is the order's id. */
export const ownIdOf = (customId: string | null | undefined, orderId: string) =>
  customId && customId !== orderId ? customId : undefined
