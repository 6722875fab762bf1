import { isShopError } from '@shop/language/errors'
import { orderStream, type Refund } from '@shop/language/events/order-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { openCase, settleCase } from '../case/cases.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand, onceOnly } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { answered, type NotCarriedOut, type Refused } from '../payment/payment-provider.ts'
import { NOTED } from './decide-refund.ts'
import { loadAnyOrder } from './load-order.ts'
import { orderDecider } from './order-decider.ts'
import type { Order } from './order-state.ts'

const PAUSE_AFTER_REFUSAL_MS = 5 * 60_000

type Bare = Pick<Parts, 'commands' | 'payments'>
type Wanted = Readonly<{ orderId: string; refundId: string }>

/**
 * Makes a refund that an order has requested, once, whoever asks and however often. What the provider refuses needs an admin's
 * attention; a refusal for now is tried again besides. Throws PROVIDER_UNAVAILABLE.
 */
export async function makeRefund(parts: Parts, wanted: Wanted, metadata: CommandMetadata): Promise<JobOutcome> {
  const refused = await tryRefund(parts, wanted, metadata)
  return !refused || (refused.is === 'refused' && refused.final) ? undefined : { againInMs: PAUSE_AFTER_REFUSAL_MS }
}

/** As makeRefund; returns the provider's refusal, which has its case. */
export async function tryRefund(
  parts: Bare,
  which: Wanted,
  metadata: CommandMetadata,
): Promise<Refused | NotCarriedOut | undefined> {
  const { commands } = parts
  const { orderId, refundId } = which
  const order = await loadAnyOrder(commands, orderId)
  const wanted = refundIn(order, refundId)
  const refused = wanted?.state === 'requested' ? await askProvider(parts, order, wanted, metadata) : undefined
  // Whoever made it may have found no case yet, or died before its end.
  return (await settleIfMade(commands, which, metadata)) ? undefined : refused
}

/** Settles the case of a refund if it is made. Returns whether it is. */
export async function settleIfMade(commands: CommandHandler, which: Wanted, metadata: CommandMetadata) {
  const { orderId, refundId } = which
  const refund = refundIn(await loadAnyOrder(commands, orderId), refundId)
  // Also one of which the provider's own word came first.
  const isMade = refund?.state === 'made' || refund?.code === NOTED
  if (isMade) await settleCase(commands, caseOf(which), { outcome: 'refunded', refundId }, metadata)
  return isMade
}

/** Asks the provider for a refund and notes its answer. Returns its refusal, which has a case before it is noted. */
async function askProvider(
  { commands, payments }: Bare,
  { facts: { orderId, captureId, customerId } }: Order,
  { refundId, amountCents }: Refund,
  metadata: CommandMetadata,
): Promise<Refused | NotCarriedOut | undefined> {
  const stream = orderStream(orderId)
  const answer = answered(
    await payments.refund({ checkoutId: orderId, captureId, attempt: 0, part: { refundId, amountCents } }),
  )
  if (answer.is === 'refunded' || answer.is === 'pending') {
    const note = { type: 'NoteRefunded', refundId, providerRefundId: answer.refundId } as const
    await commands.ensure(orderDecider, stream, note, onceOnly(metadata, 'refunded', orderId, refundId))
    return undefined
  }
  const about = { ...caseOf({ orderId, refundId }), captureId, customerId, amountCents, code: answer.code }
  await openCase(commands, about, metadata)
  if (answer.is === 'refused' && answer.final) {
    // Noted last: whoever dies before asks again, and finds the case.
    const note = { type: 'NoteRefundRefused', refundId, code: answer.code } as const
    await commands.ensure(orderDecider, stream, note, furtherCommand(metadata, 'refused', orderId, refundId))
  }
  return answer
}

/**
 * Makes a refund that this request has asked for, if it can be made now: what is unknown is tried again besides. Returns the order as
 * the request `left` it, with what has become of the refund.
 */
export async function refundNow(parts: Bare, left: Order, refundId: string, metadata: CommandMetadata): Promise<Order> {
  const { orderId } = left.facts
  if (!refundIn(left, refundId)) return left
  try {
    await tryRefund(parts, { orderId, refundId }, metadata)
  } catch (refusal) {
    if (!isShopError(refusal, 'PROVIDER_UNAVAILABLE')) throw refusal
  }
  const now = refundIn(await loadAnyOrder(parts.commands, orderId), refundId)
  const refunds = left.refunds.map((one) => (one.refundId === refundId ? (now ?? one) : one))
  return { ...left, refunds, refundDue: left.refundDue && now?.state !== 'made' }
}

/** The refund that this is a further try of, or itself: all of them have one case. */
export const firstOf = (refundId: string) => refundId.split('~')[0] ?? refundId

const caseOf = ({ orderId, refundId }: Wanted) =>
  ({ kind: 'refund-refused', orderId, refundId: firstOf(refundId) }) as const

const refundIn = ({ refunds }: Order, refundId: string) => refunds.find((one) => one.refundId === refundId)
