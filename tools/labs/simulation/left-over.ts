import type { ShopEvent } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'
import { sumOf } from '@shop/language/values/sum-of'
import type { World } from '../../../command-service/src/test-support/create-world.ts'
import { leftOf } from '../../../command-service/src/test-support/fake-refunds.ts'
import type { Books } from './watch-books.ts'

type Of<Type extends ShopEvent['type']> = Extract<ShopEvent, { type: Type }>['data']

/** When all work is done, all pieces and all money must have a final state, and no order may miss a step. Returns the first violation. */
export function leftOver(world: World, { money, stock, pieces, discounts, orders }: Books): string | undefined {
  const [unsettled] = money.unfinished()
  if (unsettled)
    return `${unsettled.captureId} of ${unsettled.checkoutId} is ${unsettled.state}, and nothing is under way`
  const [asked] = money.requested()
  if (asked) return `${asked.refundId} of ${asked.orderId} is neither made nor refused, and nothing is under way`
  const [untaken] = pieces.untaken()
  if (untaken)
    return `${untaken.orderId} took ${untaken.taken} of its ${untaken.ordered} pieces of ${untaken.productId} from stock`
  if (stock.reserved() > 0) return `${stock.reserved()} pieces stay reserved, and nothing is under way`
  const [pending] = pendingPurchases(world)
  if (pending) return `${pending} is pending, and nothing is under way`
  const [kept] = discounts.unused()
  if (kept) return `${kept} keeps a code without an order, and nothing is under way`
  const [wrong] = [...orders.endCommand(), ...orders.unsettled()]
  if (wrong) return `${wrong.what}, and nothing is under way`
  return checkCaptures(world) ?? checkCases(world)
}

/** Checkouts with a payment that was neither completed nor refused nor refunded. */
function pendingPurchases(world: World): readonly string[] {
  const of = dataIn(world)
  const ended = new Set([...of('CheckoutPaid'), ...of('RefundRequested')].map(({ checkoutId }) => checkoutId))
  const refused = new Set(
    of('PaymentRefused').flatMap(({ providerOrderId, final }) => (final ? [providerOrderId] : [])),
  )
  return of('PaymentPending').flatMap(({ checkoutId, providerOrderId }) =>
    ended.has(checkoutId) || refused.has(providerOrderId) ? [] : [checkoutId],
  )
}

/** Each capture must have one order, one refund or one case. The books must have all money that was given back. */
function checkCaptures(world: World): string | undefined {
  const of = dataIn(world)
  const orders = of('OrderPlaced')
  const refunds = of('PaymentRefunded')
  const cases = casesOfMoney(of)
  const open = openCases(world)
  const known = new Set(
    [...of('SignalReceived').filter(({ captureId }) => captureId), ...of('PaymentStarted')].map(
      ({ providerOrderId }) => providerOrderId,
    ),
  )
  for (const held of world.bank.orders.values()) {
    const { id, captureId, captureStatus, customId, amountCents } = held
    if (!captureId) continue
    const isIt = (one: { captureId: string | null }) => one.captureId === captureId
    const ends = [...orders.filter(isIt), ...refunds.filter(isIt), ...cases.filter(isIt)].length
    if (captureStatus === 'DECLINED' && ends > 0) return `${captureId} was declined, but has ${ends} final states`
    if (captureStatus === 'PENDING' && orders.some(isIt)) return `${captureId} was never completed, but has an order`
    // The shop knows a payment without a `customId` only if an older client or a webhook has reported the payment.
    const isUnknown = customId === undefined && !known.has(id)
    // The shop owes nothing if the provider gave the money back before the shop knew of the payment.
    if (captureStatus !== 'COMPLETED' || (ends === 0 && (isUnknown || leftOf(held) === 0))) continue
    if (ends === 0 && isGivenUp(of, id)) continue
    if (ends !== 1) return `${captureId} has ${ends} final states instead of one order, refund or case`
    // An open case of unmatched money shows the whole amount, and what an admin does about a closed case is not in the books.
    if (cases.some((one) => isIt(one) && (open.has(one.caseId) || lastEndOf(world, one.caseId) === 'closed'))) continue
    const backCents = amountCents - leftOf(held)
    const bookedCents = bookedBack(of, captureId)
    if (backCents !== bookedCents && !hasUnbooked(world, captureId))
      return `The provider gave back ${backCents} cents of ${captureId}, but the books have ${bookedCents}`
  }
  return undefined
}

/**
 * Returns the cases that are the final state of money. Leaves out:
 * - settled cases, and refunded cases of refused refunds;
 * - a closed case of an unmatched payment, if a checkout has the money;
 * - a closed case of a refused refund, if the money was given back or another case is open.
 */
function casesOfMoney(of: ReturnType<typeof dataIn>) {
  const ended = new Map(of('CaseClosed').map(({ caseId, outcome }) => [caseId, outcome]))
  const ofCheckouts = new Set([...of('CheckoutPaid'), ...of('RefundRequested')].map(({ captureId }) => captureId))
  const wentBack = new Set(of('PaymentRefunded').map(({ captureId }) => captureId))
  const refused = of('CaseOpened').filter(({ kind, orderId }) => kind === 'refund-refused' && orderId === null)
  // A refund that was refused, then accepted, and then failed has two cases: an ended case and an open case.
  const open = new Set(refused.filter(({ caseId }) => !ended.has(caseId)).map(({ captureId }) => captureId))
  return of('CaseOpened').filter(({ caseId, kind, orderId, captureId }) => {
    const outcome = ended.get(caseId)
    if (kind === 'payment-unmatched')
      return outcome !== 'settled' && !(outcome === 'closed' && ofCheckouts.has(captureId ?? ''))
    if (kind !== 'refund-refused' || orderId !== null) return false
    return outcome === undefined || (outcome === 'closed' && !wentBack.has(captureId ?? '') && !open.has(captureId))
  })
}

/** After an admin has closed a payment's case, the shop no longer looks up the payment. */
const isGivenUp = (of: ReturnType<typeof dataIn>, id: string) =>
  of('CaseOpened').some(
    ({ caseId, kind, providerOrderId }) =>
      kind === 'payment-unknown' &&
      providerOrderId === id &&
      of('CaseClosed').some((end) => end.caseId === caseId && end.outcome === 'closed'),
  )

/**
 * The cases of unknown payments must have ended, because the shop has looked up these payments. Each dispute has one case, which is open
 * until the dispute is resolved or an admin has closed the case.
 */
function checkCases(world: World): string | undefined {
  const of = dataIn(world)
  const open = openCases(world)
  const opened = of('CaseOpened')
  const reported = opened.find(({ caseId, kind }) => kind === 'payment-unknown' && open.has(caseId))
  if (reported)
    return `The shop still does not know the outcome of payment ${reported.providerOrderId}: its case is open`
  for (const { dispute, captureId } of world.bank.orders.values()) {
    const status = dispute.at(-1)?.status
    if (!status) continue
    const cases = opened.filter((one) => one.kind === 'dispute' && one.captureId === captureId)
    if (cases.length !== 1) return `The dispute about ${captureId} has ${cases.length} cases`
    const { caseId } = cases[0]!
    if (status === 'RESOLVED' && open.has(caseId))
      return `The dispute about ${captureId} is resolved, but its case is open`
    if (status !== 'RESOLVED' && !open.has(caseId) && lastEndOf(world, caseId) !== 'closed')
      return `The dispute about ${captureId} is not resolved, but its case is closed`
  }
  return undefined
}

function openCases({ events }: World): ReadonlySet<string> {
  const open = new Set<string>()
  for (const { type, data } of events as unknown as Recorded<ShopEvent>[]) {
    if (type === 'CaseOpened' || type === 'CaseReopened') open.add(data.caseId)
    if (type === 'CaseClosed') open.delete(data.caseId)
  }
  return open
}

const lastEndOf = (world: World, caseId: string) =>
  dataIn(world)('CaseClosed').findLast((end) => end.caseId === caseId)?.outcome

/** The cents of a capture that were given back, according to the books. */
function bookedBack(of: ReturnType<typeof dataIn>, captureId: string): number {
  const orderIds = new Set(of('OrderPlaced').flatMap((order) => (order.captureId === captureId ? [order.orderId] : [])))
  const back = [
    ...[...of('OrderRefunded'), ...of('RefundNoted')].filter(({ orderId }) => orderIds.has(orderId)),
    ...of('PaymentRefunded').filter((one) => one.captureId === captureId),
    ...refundedCases(of, captureId),
  ]
  const failed = of('OrderRefundFailed').filter(({ orderId, wasMade }) => wasMade && orderIds.has(orderId))
  return sumOf(back.map(({ amountCents }) => amountCents)) - sumOf(failed.map(({ amountCents }) => amountCents))
}

const refundedCases = (of: ReturnType<typeof dataIn>, captureId: string) =>
  of('CaseOpened').filter(
    (one) =>
      one.captureId === captureId &&
      one.kind === 'payment-unmatched' &&
      of('CaseClosed').some(({ caseId, outcome }) => caseId === one.caseId && outcome === 'refunded'),
  )

/** Whether a case shows a refund or reversal that the books could not record. */
export function hasUnbooked(world: World, captureId: string) {
  const of = dataIn(world)
  const open = openCases(world)
  const booked = new Set(of('RefundNoted').map(({ providerRefundId }) => providerRefundId))
  return of('CaseOpened').some(
    (one) =>
      (one.kind === 'refund-at-provider' || one.kind === 'dispute-lost') &&
      one.captureId === captureId &&
      !booked.has(one.refundId ?? '') &&
      (open.has(one.caseId) || lastEndOf(world, one.caseId) === 'closed'),
  )
}

const dataIn =
  ({ events }: World) =>
  <Type extends ShopEvent['type']>(type: Type): readonly Of<Type>[] =>
    (events as unknown as Recorded<ShopEvent>[]).flatMap((event) =>
      event.type === type ? [event.data as Of<Type>] : [],
    )
