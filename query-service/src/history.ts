import type { CaseUpdated, Dispute } from '@shop/language/case/events'
import type { PricedItem } from '@shop/language/events/bought'
import { NothingChanged } from '@shop/language/events/command-events'
import type { Recorded } from '@shop/language/events/event'
import type { HistoryEntry } from '@shop/language/order/api'
import { OrderPlaced } from '@shop/language/order/events'
import type { OrderPieces } from '@shop/language/order/refund-events'
import { toDecimal } from '@shop/language/values/money'
import { saidByProducts } from './product-history.ts'
import { type Facts, masked, type SaidBy, saidByRefunds } from './refund-history.ts'

const AT_FIRST: Facts = { isPaid: false, deleted: false, refundDue: false }

const saidBy: SaidBy = {
  ...saidByRefunds,
  ...saidByProducts,
  CheckoutStarted: ({ items, totalCents, shippingAddress, paymentMethod, expiresAt }) => ({
    checkout: 'open',
    items: items.map(itemInWords),
    total: toDecimal(totalCents),
    shippingAddress,
    paymentMethod,
    expiresAt,
  }),
  DiscountGiven: ({ amountCents }) => ({ discount: toDecimal(amountCents) }),
  PaymentStarted: () => ({ payment: 'begun' }),
  PaymentPending: ({ captureId, amountCents, held, holdUntil, reason }) => ({
    checkout: 'pending',
    payment: masked(captureId),
    pending: toDecimal(amountCents),
    piecesHeld: held,
    holdUntil,
    ...(reason !== null && { pendingReason: reason }),
  }),
  PendingReasonChanged: ({ reason }) => ({ pendingReason: reason }),
  PaymentRefused: ({ code, final }) => ({ refusal: code, finally: final }),
  CheckoutPaid: ({ captureId, amountCents, held }) => ({
    checkout: 'paid',
    isPaid: true,
    payment: masked(captureId),
    paid: toDecimal(amountCents),
    piecesHeld: held,
  }),
  StockHeld: () => ({ piecesHeld: true }),
  StockHeldAgain: () => ({ piecesHeld: true }),
  CheckoutFinalized: () => ({ checkout: 'finalized' }),
  CheckoutExpired: () => ({ checkout: 'expired' }),
  CheckoutSuperseded: () => ({ checkout: 'superseded' }),
  PurchaseJoined: ({ purchaseId }) => ({ purchase: purchaseId }),
  PurchaseTaken: ({ by }) => ({ boughtBy: by }),
  PurchaseFreed: () => ({ boughtBy: 'no checkout' }),
  CheckoutAbandoned: ({ reason }) => ({ checkout: 'abandoned', reason }),
  OrderPlaced: ({ items, totalCents, shippingAddress, paymentMethod, captureId }) => ({
    status: 'Processing',
    deleted: false,
    isPaid: true,
    items: items.map(itemInWords),
    total: toDecimal(totalCents),
    shippingAddress,
    paymentMethod,
    payment: masked(captureId),
  }),
  OrderStatusChanged: ({ to, chosenReason, reason, trackingNumber, message }) => ({
    status: to,
    ...(chosenReason !== null && { chosenReason }),
    ...(reason !== null && { reason }),
    ...(trackingNumber !== null && { trackingNumber }),
    ...(message !== null && { message }),
  }),
  OrderAddressChanged: ({ shippingAddress }) => ({ shippingAddress }),
  OrderDeleted: ({ dueCents }) => ({ deleted: true, ...(dueCents > 0 && { due: toDecimal(dueCents) }) }),
  OrderRestored: ({ status }) => ({ deleted: false, status }),
  SignalReceived: ({ what, amountCents }) => ({
    signal: what,
    ...(amountCents !== null && { amount: toDecimal(amountCents) }),
  }),
  CaseOpened: (data) => ({ case: data.kind, caseStatus: 'open', ...caseNews({ ...data, times: 1 }) }),
  CaseUpdated: caseNews,
  CaseReopened: (data) => ({ caseStatus: 'open', ...caseNews(data) }),
  CaseAttempted: ({ act, code, reason }) => ({ tried: act, answer: code, ...(reason && { caseReason: reason }) }),
  CaseClosed: ({ outcome, reason }) => ({ caseStatus: outcome, ...(reason && { caseReason: reason }) }),
  ReturnRequested: ({ pieces, chosenReason, reason }, inWords) => ({
    return: 'requested',
    returnedPieces: inWords(pieces),
    ...(chosenReason !== null && { chosenReason }),
    ...(reason !== null && { reason }),
  }),
  ReturnRestocked: () => ({ return: 'finished' }),
  ReturnAwaited: ({ pieces }, inWords) => ({ return: 'awaited', returnedPieces: inWords(pieces) }),
  ReturnClosed: () => ({ return: 'no longer awaited' }),
  PiecesGivenUp: ({ pieces }, inWords) => ({
    pieces: 'no longer held',
    leftTheOrder: inWords(pieces),
    backIntoStock: inWords(pieces.map(({ line, toStock: quantity }) => ({ line, quantity }))),
  }),
  PiecesBackInStock: () => ({ pieces: 'in stock again' }),
  ReclaimBegun: ({ pieces }, inWords) => ({ pieces: 'requested from stock', wanted: inWords(pieces) }),
  PiecesReclaimed: () => ({ pieces: 'held for the order again' }),
  ReclaimEnded: () => ({ pieces: 'released to stock' }),
  ReturnReceived: ({ pieces, chosenReason }, inWords) => ({
    return: pieces.length > 0 ? 'received' : 'ended without pieces',
    ...(pieces.length > 0 && {
      returnedPieces: inWords(pieces),
      backIntoStock: inWords(pieces.map(({ line, restocked: quantity }) => ({ line, quantity }))),
      writtenOff: inWords(pieces.map(({ line, quantity, restocked }) => ({ line, quantity: quantity - restocked }))),
    }),
    ...(chosenReason !== null && { chosenReason }),
  }),
}

/**
 * The history of an order, product or case. `events`: the events of its streams in the log's order. Each entry has only the facts that its
 * event changed, with their values before and after the event. Refunds, returns and moves of pieces have their own facts.
 */
export function historyOf(events: readonly Recorded[], names: ReadonlyMap<string, string>): readonly HistoryEntry[] {
  let facts = AT_FIRST
  const ofSubjects = new Map<string, Facts>()
  const { items } = (events.find(({ type }) => type === OrderPlaced.type)?.data ?? { items: [] }) as Bought
  const piecesInWords = (pieces: readonly OrderPieces[]) => {
    const some = pieces.filter(({ quantity }) => quantity > 0)
    return some.length === 0 ? 'none' : some.map(({ line, quantity }) => `${quantity} × ${inFull(items[line])}`)
  }
  return events
    .filter(({ type }) => type !== NothingChanged.type)
    .map((event) => {
      const { type, data, metadata, id, stream, version } = event
      const said =
        (saidBy as Record<string, ((data: unknown, inWords: unknown) => Facts) | undefined>)[type]?.(
          data,
          piecesInWords,
        ) ?? {}
      const subject = subjectOf(event)
      const known = subject === undefined ? facts : (ofSubjects.get(subject) ?? {})
      const changed = Object.keys(said).filter((fact) => JSON.stringify(said[fact]) !== JSON.stringify(known[fact]))
      const now = { ...known, ...said }
      if (subject === undefined) facts = now
      else ofSubjects.set(subject, now)
      const { id: actorId, role } = metadata.actor
      const name = actorId === undefined ? undefined : names.get(actorId)
      return {
        at: metadata.recordedAt,
        what: inWords(type),
        who: { ...(actorId !== undefined && { id: actorId }), role, ...(name !== undefined && { name }) },
        before: only(known, changed),
        after: only(now, changed),
        eventId: id,
        stream,
        version,
      }
    })
}

/** The refund, return or move of pieces that an event is about. */
function subjectOf({ type, data }: Recorded): string | undefined {
  const { refundId, providerRefundId, captureId, returnId, moveId, holdId } = data as Readonly<Record<string, string>>
  if (/^(OrderRefund|RefundNoted)/.test(type)) return refundId ?? providerRefundId
  if (/^(PaymentRefund|RefundRequested)/.test(type)) return captureId
  return /^(Return|Pieces|Reclaim)/.test(type) ? (returnId ?? moveId ?? holdId) : undefined
}

const only = (facts: Facts, names: readonly string[]): Facts =>
  Object.fromEntries(names.filter((name) => facts[name] !== undefined).map((name) => [name, facts[name]]))

const inWords = (type: string) => type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

type CaseNews = Omit<ReturnType<typeof CaseUpdated>['data'], 'caseId' | 'at'>

function caseNews({ code, debugId, amountCents, dispute, times }: CaseNews): Facts {
  return {
    code,
    amount: toDecimal(amountCents),
    ...(debugId !== null && { debugId }),
    ...(times > 1 && { times }),
    ...disputeInWords(dispute),
  }
}

function disputeInWords(dispute: Dispute | null): Facts {
  return dispute
    ? { disputeStatus: dispute.status, stage: dispute.stage, answerUntil: dispute.dueAt, outcome: dispute.outcome }
    : {}
}

type Bought = Readonly<{ items: readonly PricedItem[] }>

const inFull = ({ name, size, color } = { name: '', size: '', color: '' }) => {
  const choice = [size, color].filter(Boolean).join(', ')
  return choice ? `${name} (${choice})` : name
}

const itemInWords = (item: PricedItem) =>
  `${item.quantity} × ${inFull(item)} at ${toDecimal(item.priceCents).toFixed(2)}`
