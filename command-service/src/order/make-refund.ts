import { isShopError } from '@shop/language/errors'
import { orderStream } from '@shop/language/order/events'
import type { Refund } from '@shop/language/order/refund-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { CASE_CLOSED, isGivenUp } from '../case/cases.ts'
import { furtherCommand, onceOnly } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { answered, CAPTURE_FULLY_REFUNDED } from '../payment/payment-provider.ts'
import { restOfPause } from '../payment/refund-pauses.ts'
import { loadAnyOrder } from './load-order.ts'
import { noteIfMadeBefore, noteRefundsFound } from './note-provider-refund.ts'
import { type OrderCommand, orderDecider } from './order-decider.ts'
import type { Order } from './order-state.ts'
import { casesOf, isAllBack, openRefundCase, settleIfMade } from './refund-cases.ts'

export type RefundParts = Pick<Parts, 'commands' | 'payments' | 'turns'>
type Which = Readonly<{ orderId: string; refundId: string }>

/**
 * Repeated calls make the refund only once. If the provider refuses the refund or does not carry it out, opens a case. A refund that was
 * not carried out is tried again, with growing pauses, until an admin closes the case. Throws PROVIDER_UNAVAILABLE.
 */
export async function makeRefund(parts: RefundParts, which: Which, metadata: CommandMetadata): Promise<JobOutcome> {
  const before = refundIn(await loadAnyOrder(parts.commands, which.orderId), which.refundId)
  const early = before && againInMs(parts, before)
  if (early) return { againInMs: early }
  const after = await tryRefund(parts, which, metadata)
  const later = after && againInMs(parts, after)
  return later === undefined ? undefined : { againInMs: later }
}

/** The time, in ms, until the next try of a refund that was not carried out. Undefined for any other refund. */
function againInMs({ commands }: RefundParts, { state, delays = 0, delayedAt }: Refund) {
  if (state !== 'requested' || delayedAt === undefined) return undefined
  return restOfPause(delayedAt, delays, commands.now())
}

/** Like makeRefund, but does not wait for the pause. Returns the refund as it is after the try. */
export async function tryRefund(
  parts: RefundParts,
  which: Which,
  metadata: CommandMetadata,
): Promise<Refund | undefined> {
  const { commands } = parts
  const { orderId, refundId } = which
  const seen = refundIn(await loadAnyOrder(commands, orderId), refundId)
  await inRefundTurn(parts, orderId, async (order) => {
    const wanted = refundIn(order, refundId)
    // Another process may have received the answer while this process waited for its turn.
    if (wanted?.state === 'requested' && wanted.delays === seen?.delays) await request(parts, order, wanted, metadata)
  })
  // A made refund can still have an open case, for example if the process died before it settled the case.
  await settleIfMade(commands, which, metadata)
  return refundIn(await loadAnyOrder(commands, orderId), refundId)
}

/**
 * Runs work on an order's refunds at the provider, one process at a time (decisions M15). `work` receives the current order, and must not
 * wait for another turn of the same order.
 */
export const inRefundTurn = <Result>(
  { commands, turns }: RefundParts,
  orderId: string,
  work: (order: Order) => Promise<Result>,
): Promise<Result> => turns.inTurn(refundTurn(orderId), async () => work(await loadAnyOrder(commands, orderId)))

export const refundTurn = (orderId: string) => `refund ${orderId}`

/** PayPal recognizes a repeated request for 45 days. After this shorter time, the shop looks the refund up first. */
const REPEATED_FOR_MS = 30 * 24 * 60 * 60_000

/**
 * If the provider does not make the refund, a case is opened before the answer is recorded, so that no case is lost if the process dies.
 */
async function request(parts: RefundParts, order: Order, refund: Refund, metadata: CommandMetadata): Promise<void> {
  const { commands, payments } = parts
  const { orderId, captureId } = order.facts
  const { refundId, amountCents, delays: attempt = 0, at: askedAt } = refund
  const isOver = await isGivenUp(commands, casesOf(order, refundId))
  const isOld = commands.now().getTime() - Date.parse(askedAt) > REPEATED_FOR_MS
  if ((attempt > 0 || isOver || isOld) && (await noteIfMadeBefore(parts, { orderId, refundId }, metadata))) return
  const note = (command: OrderCommand, own: CommandMetadata) =>
    commands.ensure(orderDecider, orderStream(orderId), command, own)
  if (isOver) {
    const givenUp = { type: 'NoteRefundRefused', refundId, code: CASE_CLOSED } as const
    await note(givenUp, onceOnly(metadata, 'refund given up', orderId, refundId))
    return
  }
  // The provider may refuse this refund for any reason, for example because of a dispute.
  if (isAllBack(await loadAnyOrder(commands, orderId))) {
    const covered = { type: 'NoteFullyRefunded', refundId, reported: [], at: commands.now().toISOString() } as const
    await note(covered, onceOnly(metadata, 'refund covered', orderId, refundId))
    return
  }
  const part = { refundId, amountCents }
  const answer = answered(await payments.refund({ checkoutId: orderId, captureId, attempt, part }))
  const at = commands.now().toISOString()
  if (answer.is === 'refunded') {
    const made = { type: 'NoteRefunded', refundId, providerRefundId: answer.refundId } as const
    await note(made, onceOnly(metadata, 'refunded', orderId, refundId))
  } else if (answer.is === 'pending') {
    const pending = { type: 'NoteRefundPending', refundId, providerRefundId: answer.refundId, at } as const
    await note(pending, onceOnly(metadata, 'refund pending', orderId, refundId))
  } else if (answer.code !== CAPTURE_FULLY_REFUNDED || !(await noteRefundsFound(parts, order, refund, metadata))) {
    await openRefundCase(commands, order, refund, answer, metadata)
    const { code } = answer
    await note(
      answer.is === 'refused'
        ? { type: 'NoteRefundRefused', refundId, code }
        : { type: 'NoteRefundDelayed', refundId, attempt, code, at },
      furtherCommand(metadata, answer.is, orderId, refundId, String(attempt)),
    )
  }
}

/**
 * If the provider does not answer, a job makes the refund later. Returns `left`, the order right after the command, with the refund's
 * outcome.
 */
export async function refundNow(
  parts: RefundParts,
  left: Order,
  refundId: string,
  metadata: CommandMetadata,
): Promise<Order> {
  const { orderId } = left.facts
  if (!refundIn(left, refundId)) return left
  try {
    await makeRefund(parts, { orderId, refundId }, metadata)
  } catch (refusal) {
    if (!isShopError(refusal, 'PROVIDER_UNAVAILABLE')) throw refusal
  }
  const now = refundIn(await loadAnyOrder(parts.commands, orderId), refundId)
  const refunds = left.refunds.map((one) => (one.refundId === refundId ? (now ?? one) : one))
  const isAccepted = now?.state === 'made' || now?.state === 'pending'
  return { ...left, refunds, refundDue: left.refundDue && !isAccepted }
}

const refundIn = ({ refunds }: Order, refundId: string) => refunds.find((one) => one.refundId === refundId)
