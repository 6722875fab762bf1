import { ShopError } from '@shop/language/errors'
import type { OrderEvent } from '@shop/language/events/order-events'
import {
  OrderRefundDelayed,
  OrderRefunded,
  OrderRefundFailed,
  OrderRefundPending,
  OrderRefundRefused,
  type Refund,
  RefundNoted,
} from '@shop/language/events/order-refund-events'
import { NOTED, refundedCents } from '@shop/language/order-books'
import { refundedPieces } from './decide-pieces.ts'
import { afterAll, inSteps } from './in-steps.ts'
import type { Order } from './order-state.ts'

/** The provider's answer to a refund that the shop has requested, and what it reports of refunds at any time. */
export type RefundAnswer =
  | { type: 'NoteRefunded'; refundId: string; providerRefundId: string }
  /** The provider has accepted it, and has not completed it. */
  | { type: 'NoteRefundPending'; refundId: string; providerRefundId: string; at: string }
  /** `attempt`: the try that it answers, from 0. */
  | { type: 'NoteRefundDelayed'; refundId: string; attempt: number; code: string; at: string }
  | { type: 'NoteRefundRefused'; refundId: string; code: string }
  /** A refund that it had accepted, or reported as made, has failed. */
  | { type: 'NoteRefundFailed'; providerRefundId: string; code: string }
  | ({ type: 'NoteProviderRefund'; at: string } & ReportedRefund)
  /** Nothing is left at the provider for this refund: the money has gone back with the reported ones. */
  | { type: 'NoteFullyRefunded'; refundId: string; reported: readonly ReportedRefund[]; at: string }

/** A refund as the provider reports it; `refundId` is the shop's, if the shop has requested it. */
export type ReportedRefund = Readonly<{
  providerRefundId: string
  refundId?: string | undefined
  status: 'made' | 'pending'
  captureId: string
  amountCents: number
  currency: string
}>

/** What the provider has done about an order's money. Each refund is made once, and no refunds together are more than was paid. */
export function decideRefundAnswer(command: RefundAnswer, order: Order): readonly OrderEvent[] {
  const { facts, status, deleted } = order
  const { orderId, placedAt } = facts
  const takenFrom = { placedAt, status, deleted }
  switch (command.type) {
    case 'NoteRefunded': {
      const { refundId, providerRefundId } = command
      // Also of one that was refused: of two who ask at once, one may be refused and the other not.
      const own = unmade(order, refundId)
      if (!own || hasFailed(own, providerRefundId)) return []
      const { amountCents } = own
      if (isOfAnother(order, own, providerRefundId)) return noted(order, own)
      requireWithin(order, amountCents)
      return withPieces(order, own, [OrderRefunded({ orderId, refundId, providerRefundId, amountCents, ...takenFrom })])
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
      return [OrderRefundFailed({ ...failed, ...takenFrom })]
    }
    case 'NoteProviderRefund':
      return decideReported(command, order)
    case 'NoteFullyRefunded': {
      const { refundId, reported, at } = command
      const own = unmade(order, refundId)
      if (!own || own.state === 'pending') return []
      const events: OrderEvent[] = []
      if (!reported.some((one) => one.refundId === refundId)) events.push(...noted(order, own))
      for (const one of reported) events.push(...decideReported({ ...one, at }, afterAll(order, events)))
      return events
    }
  }
}

/** Its money has gone back with what the provider reported. */
const noted = (order: Order, own: Refund) => {
  const { refundId, amountCents } = own
  const { orderId } = order.facts
  return withPieces(order, own, [OrderRefundRefused({ orderId, refundId, amountCents, code: NOTED })])
}

/** With the pieces that leave the order since their money has gone back. */
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
  const { facts, refunds, status, deleted } = order
  const { orderId, placedAt } = facts
  const { providerRefundId, amountCents } = reported
  const known = reportedIn(order, providerRefundId)
  // One that has failed stays failed.
  if (known && known.state !== 'pending') return []
  requireOfPayment(order, reported)
  const own = known ?? unmade(order, reported.refundId)
  if (own) {
    const type = reported.status === 'made' ? 'NoteRefunded' : 'NoteRefundPending'
    return decideRefundAnswer({ type, refundId: own.refundId, providerRefundId, at }, order)
  }
  // It may be this one, which is about to be noted with its id.
  if (refunds.some((one) => one.state === 'requested' && one.amountCents === amountCents))
    throw new ShopError('CONFLICT', 'A refund of this amount is on its way')
  requireWithin(order, amountCents)
  const noted = { orderId, providerRefundId, amountCents, at }
  return reported.status === 'made'
    ? [RefundNoted({ ...noted, placedAt, status, deleted })]
    : [OrderRefundPending({ ...noted, refundId: providerRefundId })]
}

/** A refund that the shop has requested and that is not in the books yet; also one that was refused. */
const unmade = ({ refunds }: Order, id: string | undefined) =>
  refunds.find((one) => one.refundId === id && one.state !== 'made' && one.code !== NOTED)

const reportedIn = ({ refunds }: Order, id: string) => refunds.find(({ providerRefundId }) => providerRefundId === id)

const isOfAnother = ({ refunds }: Order, own: Refund, id: string) =>
  refunds.some((one) => one !== own && one.providerRefundId === id)

/** It was accepted under this id, and has failed since. */
const hasFailed = ({ state, providerRefundId }: Refund, id: string) => state === 'refused' && providerRefundId === id

/** What is told of another payment, or not in US dollars, is not in these books. */
function requireOfPayment({ facts }: Order, { captureId, currency, amountCents }: ReportedRefund) {
  if (captureId !== facts.captureId || currency !== 'USD' || amountCents === 0)
    throw new ShopError('CONFLICT', 'This is no refund of the payment of this order')
}

/** No provider gives back more than it took; if one says so, it is not booked. */
function requireWithin(order: Order, amountCents: number) {
  if (refundedCents(order) + amountCents > order.totalCents)
    throw new ShopError('CONFLICT', 'More would be refunded than was paid')
}
