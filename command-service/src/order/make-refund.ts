import { isShopError } from '@shop/language/errors'
import { orderStream } from '@shop/language/events/order-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { openCase, settleCase } from '../case/cases.ts'
import { furtherCommand, onceOnly } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { answered, type Refused } from '../payment/payment-provider.ts'
import { orderDecider, unknownOrder } from './order-decider.ts'
import type { Order } from './order-state.ts'

const PAUSE_AFTER_REFUSAL_MS = 5 * 60_000

type Wanted = Readonly<{ orderId: string; refundId: string }>

/**
 * Makes a refund that an order has requested, once, whoever asks and however often. What the provider refuses needs an admin's
 * attention; a refusal for now is tried again besides. Throws PROVIDER_UNAVAILABLE.
 */
export async function makeRefund(parts: Parts, wanted: Wanted, metadata: CommandMetadata): Promise<JobOutcome> {
  const refused = await tryRefund(parts, wanted, metadata)
  return !refused || refused.final ? undefined : { againInMs: PAUSE_AFTER_REFUSAL_MS }
}

/** As makeRefund; returns the provider's refusal, which has its case. */
export async function tryRefund(
  { commands, payments }: Pick<Parts, 'commands' | 'payments'>,
  { orderId, refundId }: Wanted,
  metadata: CommandMetadata,
): Promise<Refused | undefined> {
  const stream = orderStream(orderId)
  const { facts, refunds } = orderOf((await commands.load(orderDecider, stream)).state)
  const wanted = refunds.find((one) => one.refundId === refundId)
  if (wanted?.state !== 'requested') return undefined
  const { captureId, customerId } = facts
  const { amountCents } = wanted
  const part = { refundId, amountCents }
  const answer = answered(await payments.refund({ checkoutId: orderId, captureId, part }))
  const about = { kind: 'refund-refused', orderId, captureId, refundId: firstOf(refundId) } as const
  if (answer.is === 'refunded') {
    const note = { type: 'NoteRefunded', refundId, providerRefundId: answer.refundId } as const
    await commands.ensure(orderDecider, stream, note, onceOnly(metadata, 'refunded', orderId, refundId))
    await settleCase(commands, about, { outcome: 'refunded', refundId }, metadata)
    return undefined
  }
  if (answer.final) {
    const note = { type: 'NoteRefundRefused', refundId, code: answer.code } as const
    await commands.ensure(orderDecider, stream, note, furtherCommand(metadata, 'refused', orderId, refundId))
  }
  await openCase(commands, { ...about, customerId, amountCents, code: answer.code }, metadata)
  return answer
}

/**
 * Makes a refund that this request has asked for, if it can be made now: what is unknown is tried again besides. Returns the order as
 * the request `left` it, with what has become of the refund.
 */
export async function refundNow(
  parts: Pick<Parts, 'commands' | 'payments'>,
  left: Order,
  refundId: string,
  metadata: CommandMetadata,
): Promise<Order> {
  const { orderId } = left.facts
  if (!left.refunds.some((one) => one.refundId === refundId)) return left
  try {
    await tryRefund(parts, { orderId, refundId }, metadata)
  } catch (refusal) {
    if (!isShopError(refusal, 'PROVIDER_UNAVAILABLE')) throw refusal
  }
  const now = orderOf((await parts.commands.load(orderDecider, orderStream(orderId))).state)
  const refunds = left.refunds.map(
    (one) => now.refunds.find((same) => same.refundId === refundId && one.refundId === refundId) ?? one,
  )
  const isMade = refunds.some((one) => one.refundId === refundId && one.state === 'made')
  return { ...left, refunds, refundDue: left.refundDue && !isMade }
}

/** The refund that this is a further try of, or itself: all of them have one case. */
export const firstOf = (refundId: string) => refundId.split('~')[0] ?? refundId

/** Also of a deleted order: money that is on its way arrives. Throws NOT_FOUND for an unknown one. */
function orderOf(order: Order | undefined): Order {
  if (!order) throw unknownOrder()
  return order
}
