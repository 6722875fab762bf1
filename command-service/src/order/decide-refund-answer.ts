import { ShopError } from '@shop/language/errors'
import { NOTED, REVERSAL_CANCELLED, refundedCents } from '@shop/language/order/books'
import { type OrderEvent, RefundCaseClosed } from '@shop/language/order/events'
import {
  OrderRefundDelayed,
  OrderRefunded,
  OrderRefundFailed,
  OrderRefundPending,
  OrderRefundRefused,
  type Refund,
  RefundNoted,
} from '@shop/language/order/refund-events'
import { refundedPieces } from './decide-pieces.ts'
import { afterAll, inSteps } from './in-steps.ts'
import type { Order } from './order-state.ts'
import { recordedFor, recordOf } from './recorded-reversals.ts'

/** The provider's answer to a requested refund, or the provider's report of any refund. */
export type RefundAnswer =
  | { type: 'NoteRefunded'; refundId: string; providerRefundId: string }
  | { type: 'NoteRefundPending'; refundId: string; providerRefundId: string; at: string }
  /** `attempt` is the number of the try that the provider answered, counted from 0. */
  | { type: 'NoteRefundDelayed'; refundId: string; attempt: number; code: string; at: string }
  | { type: 'NoteRefundRefused'; refundId: string; code: string }
  /** A refund that the provider had accepted, or reported as made, has failed. */
  | { type: 'NoteRefundFailed'; providerRefundId: string; code: string }
  | ({ type: 'NoteProviderRefund'; at: string } & ReportedRefund)
  /** The reported refunds have returned the whole payment, so no money is left for this refund. */
  | { type: 'NoteFullyRefunded'; refundId: string; reported: readonly ReportedRefund[]; at: string }

/** `refundId` is the shop's id, if the shop requested the refund. */
export type ReportedRefund = Readonly<{
  providerRefundId: string
  refundId?: string | undefined
  status: 'made' | 'pending'
  captureId: string
  amountCents: number
  currency: string
  isReversal?: true | undefined
  /** The only dispute that can be the cause of the reversal. */
  disputeId?: string | undefined
}>

/** All refunds together never exceed the payment. */
export function decideRefundAnswer(command: RefundAnswer, order: Order): readonly OrderEvent[] {
  const { facts, status, deleted } = order
  const { orderId, placedAt } = facts
  const takenFrom = { placedAt, status, deleted }
  switch (command.type) {
    case 'NoteRefunded': {
      const { refundId, providerRefundId } = command
      // A refund recorded as refused may have been made, because the provider can refuse only one of two concurrent requests.
      const own = unmade(order, refundId)
      if (!own || hasFailed(own, providerRefundId)) return []
      const { amountCents } = own
      if (isOfAnother(order, own, providerRefundId)) return noted(order, own)
      const made = OrderRefunded({ orderId, refundId, providerRefundId, amountCents, ...takenFrom })
      const ended = roomFor(order, amountCents)
      return [...ended, ...withPieces(afterAll(order, ended), own, [made])]
    }
    case 'NoteRefundPending': {
      const { refundId, providerRefundId, at } = command
      const own = unmade(order, refundId)
      if (!own || own.state === 'pending' || hasFailed(own, providerRefundId)) return []
      const { amountCents } = own
      if (isOfAnother(order, own, providerRefundId)) return noted(order, own)
      return [OrderRefundPending({ orderId, refundId, providerRefundId, amountCents, at })]
    }
    case 'NoteRefundDelayed': {
      const { refundId, attempt, code, at } = command
      const own = unmade(order, refundId)
      if (own?.state !== 'requested' || (own.delays ?? 0) !== attempt) return []
      return [OrderRefundDelayed({ orderId, refundId, code, at })]
    }
    case 'NoteRefundRefused': {
      const { refundId, code } = command
      const own = unmade(order, refundId)
      if (own?.state !== 'requested') return []
      return [OrderRefundRefused({ orderId, refundId, amountCents: own.amountCents, code })]
    }
    case 'NoteRefundFailed': {
      const { providerRefundId, code } = command
      const known = reportedIn(order, providerRefundId)
      if (!known) return []
      const { refundId, amountCents, state } = known
      if (state !== 'pending' && state !== 'made') return []
      const failed = { orderId, refundId, providerRefundId, amountCents, code, wasMade: state === 'made' }
      const reason = code === NOTED ? REPORTED : KEPT
      const isKept = !order.refundDue && order.keptReversals.includes(refundId)
      return [
        OrderRefundFailed({ ...failed, ...takenFrom }),
        ...(isKept ? [RefundCaseClosed({ orderId, customerId: facts.customerId, reason })] : []),
      ]
    }
    case 'NoteProviderRefund':
      return decideReported(command, order)
    case 'NoteFullyRefunded':
      return decideFullyRefunded(command, order)
  }
}

function decideFullyRefunded(
  { refundId, reported, at }: Extract<RefundAnswer, { type: 'NoteFullyRefunded' }>,
  order: Order,
): readonly OrderEvent[] {
  const own = unmade(order, refundId)
  if (!own || own.state === 'pending') return []
  const events: OrderEvent[] = []
  if (!reported.some((one) => one.refundId === refundId)) events.push(...noted(order, own))
  for (const one of reported) events.push(...decideReported({ ...one, at }, afterAll(order, events)))
  return events
}

const KEPT = 'The provider gave back money that the shop had decided not to refund'
const REPORTED = 'The provider has reported money that an admin had recorded'

/** Other refunds have returned the same money. */
const noted = (order: Order, own: Refund) => {
  const { refundId, amountCents } = own
  const { orderId } = order.facts
  return withPieces(order, own, [OrderRefundRefused({ orderId, refundId, amountCents, code: NOTED })])
}

const withPieces = (order: Order, own: Refund, events: readonly OrderEvent[]) =>
  inSteps(
    order,
    () => events,
    (now) => refundedPieces(now, own),
  )

function decideReported(
  { at, ...reported }: ReportedRefund & Readonly<{ at: string }>,
  order: Order,
): readonly OrderEvent[] {
  const { facts, status, deleted } = order
  const { orderId, placedAt } = facts
  const { providerRefundId, amountCents, isReversal } = reported
  const known = reportedIn(order, providerRefundId)
  // A later report changes neither a made nor a failed refund.
  if (known && known.state !== 'pending') return []
  requireOfPayment(order, reported)
  const own = known ?? unmade(order, reported.refundId)
  const isMade = reported.status === 'made'
  const replaced = isMade ? recordedBefore(order, reported, own) : []
  const left = afterAll(order, replaced)
  if (own) {
    const type = isMade ? 'NoteRefunded' : 'NoteRefundPending'
    return [...replaced, ...decideRefundAnswer({ type, refundId: own.refundId, providerRefundId, at }, left)]
  }
  requireWithin(left, amountCents)
  const noted = { orderId, providerRefundId, amountCents, at }
  return isMade
    ? [...replaced, RefundNoted({ ...noted, placedAt, status, deleted, ...(isReversal && { isReversal }) })]
    : [OrderRefundPending({ ...noted, refundId: providerRefundId })]
}

/** Returns the events that end an admin's record of the same money. `own`: what the order knows of the reported refund. */
function recordedBefore(order: Order, reported: ReportedRefund, own: Refund | undefined) {
  const { providerRefundId: id } = reported
  if ((own && own.refundId !== id) || recordedFor(id)) return []
  const same = recordOf(order.refunds, { ...reported, knownAt: own?.at })
  if (!same) return []
  return decideRefundAnswer({ type: 'NoteRefundFailed', providerRefundId: same.refundId, code: NOTED }, order)
}

/** A refund that the shop has requested and has not recorded as made, even if it was refused. */
const unmade = ({ refunds }: Order, id: string | undefined) =>
  refunds.find((one) => one.refundId === id && one.state !== 'made' && one.code !== NOTED)

const reportedIn = ({ refunds }: Order, id: string) => refunds.find(({ providerRefundId }) => providerRefundId === id)

const isOfAnother = ({ refunds }: Order, own: Refund, id: string) =>
  refunds.some((one) => one !== own && one.providerRefundId === id)

const hasFailed = ({ state, providerRefundId }: Refund, id: string) => state === 'refused' && providerRefundId === id

function requireOfPayment({ facts }: Order, { captureId, currency, amountCents }: ReportedRefund) {
  if (captureId !== facts.captureId || currency !== 'USD' || amountCents === 0)
    throw new ShopError('CONFLICT', 'This refund belongs to another payment')
}

/**
 * The provider makes the shop's refund only with money that it has not taken back. So if a made refund is more than what is left, the
 * provider has cancelled its reversals. Returns the events that end them. Throws CONFLICT if too little is left even then.
 */
function roomFor(order: Order, amountCents: number): readonly OrderEvent[] {
  const isMore = refundedCents(order) + amountCents > order.totalCents
  const reversals = order.refunds.filter(({ isReversal, state }) => isMore && isReversal && state === 'made')
  const ended = reversals.flatMap(({ refundId: providerRefundId }) =>
    decideRefundAnswer({ type: 'NoteRefundFailed', providerRefundId, code: REVERSAL_CANCELLED }, order),
  )
  requireWithin(afterAll(order, ended), amountCents)
  return ended
}

function requireWithin(order: Order, amountCents: number) {
  if (refundedCents(order) + amountCents > order.totalCents)
    throw new ShopError('CONFLICT', 'All refunds together would be more than what was paid')
}
