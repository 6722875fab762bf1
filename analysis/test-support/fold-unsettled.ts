import type { Fold, PastEvent } from './past.ts'

const DAY_MS = 86_400_000

type Open = Readonly<{
  what: string
  since: string
  amountCents: number
  orderOrCheckout: string
  event: number
  evidence?: readonly number[]
}>

/** Adds an entry when money begins to move, and removes the entry when the provider's answer is final. */
export const unsettledMoney: Fold = (past) => {
  const pending = new Map<string, Open>()
  const refunds = new Map<string, Open>()
  const settled = new Set<string>()
  past.forEach(({ type, data, recordedAt: since }, index) => {
    const { checkoutId, orderId, captureId, refundId, amountCents } = data
    const orderOrCheckout = checkoutId ?? orderId
    const open = (what: string) => ({ what, since, amountCents, orderOrCheckout, event: index + 1 })
    const capture = `${checkoutId}/${captureId}`
    if (type === 'PaymentPending' && !pending.has(capture))
      pending.set(capture, open('Payment that the provider is still reviewing'))
    if (type === 'CheckoutPaid' || type === 'RefundRequested') pending.delete(capture)
    if (type === 'PaymentRefused' || type === 'OrderPlaced')
      for (const key of pending.keys()) if (key.startsWith(`${checkoutId ?? orderId}/`)) pending.delete(key)
    if (type === 'RefundRequested' && !refunds.has(capture))
      refunds.set(capture, open('Payment without an order, not refunded yet'))
    if (type === 'PaymentRefunded') settled.add(capture)
    if (type === 'PaymentRefundFailed') settled.delete(capture)
    const ofOrder = `${orderId}/${refundId}`
    if ((type === 'OrderRefundRequested' || type === 'OrderRefundPending') && !refunds.has(ofOrder))
      refunds.set(ofOrder, open('Refund of an order, not made yet'))
    if (['OrderRefunded', 'OrderRefundRefused', 'OrderRefundFailed'].includes(type)) refunds.delete(ofOrder)
  })
  const nowMs = Date.parse(past.at(-1)!.recordedAt)
  const asked = [...refunds].filter(([key]) => !settled.has(key)).map(([, one]) => one)
  const left = [...pending.values(), ...asked, ...dueRefunds(past)]
  return left
    .toSorted((a, b) => a.event - b.event)
    .map(({ what, since, amountCents, orderOrCheckout, event, evidence = [event] }) => {
      const days = Math.round(((nowMs - Date.parse(since)) / DAY_MS) * 10) / 10
      return { what, since, days, amountCents, orderOrCheckout, evidence }
    })
}

type Cancellable = {
  paid: number
  isCancelled: boolean
  isDeleted: boolean
  due: number | undefined
  /** The cents of each refund that is neither refused nor failed. The money of those in `gone` is accepted or made. */
  refunds: Map<string, number>
  gone: Set<string>
  /** The refunds requested before the last cancellation, or for a return that the customer requested. */
  before: Set<string>
  /** The refunds requested so far. */
  known: Set<string>
  ownReturns: Set<string>
  events: number[]
}

/** Follows each order, and remembers the event since which a refund is due. */
function dueRefunds(past: readonly PastEvent[]): readonly Open[] {
  const orders = new Map<string, Cancellable>()
  past.forEach(({ type, data }, index) => {
    if (type === 'OrderPlaced') orders.set(data.orderId, newOrder(data.totalCents))
    const order = orders.get(data.orderId)
    if (type === 'ReturnRequested') order?.ownReturns.add(data.returnId)
    if (!order || !/^Order(Placed|Ref|Del|Res|Status)|^Refund(Case|Noted)/.test(type) || type === 'OrderRefundDelayed')
      return
    order.events.push(index + 1)
    const due = dueAfter(order, type, data)
    if (due !== undefined) order.due = due ? index + 1 : undefined
  })
  return [...orders].flatMap(([orderOrCheckout, { paid, isCancelled, isDeleted, due, refunds, events }]) => {
    const amountCents = paid - [...refunds.values()].reduce((sum, cents) => sum + cents, 0)
    if (!isCancelled || isDeleted || due === undefined || amountCents <= 0) return []
    const what = 'Cancelled order, refund due but not requested'
    return [{ what, since: past[due - 1]!.recordedAt, amountCents, orderOrCheckout, event: due, evidence: events }]
  })
}

const newOrder = (paid: number): Cancellable => ({
  ...{ paid, isCancelled: false, isDeleted: false, due: undefined, events: [] },
  ...{ refunds: new Map(), gone: new Set(), before: new Set(), known: new Set(), ownReturns: new Set() },
})

/** Changes the order. Returns whether the event makes a refund due (true) or ends that (false). */
function dueAfter(order: Cancellable, type: string, data: PastEvent['data']): boolean | undefined {
  const { refundId, providerRefundId = '', amountCents } = data
  const id: string = refundId ?? providerRefundId
  if (type === 'RefundCaseOpened') return amountCents > 0
  if (type === 'RefundCaseClosed') return false
  if (type === 'OrderStatusChanged' || type === 'OrderRestored') {
    const status = data.to ?? data.status
    if (type === 'OrderStatusChanged' && status === 'Cancelled' && !order.isCancelled)
      order.before = new Set(order.known)
    order.isCancelled = status === 'Cancelled'
    order.isDeleted = false
    return type === 'OrderRestored' ? data.refundDue : undefined
  }
  if (type === 'OrderDeleted') {
    order.isDeleted = true
    // Such an order can only be restored as cancelled after a refund.
    if (!order.isCancelled) order.before = new Set(order.known)
  }
  if (!type.startsWith('OrderRefund') && type !== 'RefundNoted') return undefined
  order.known.add(id)
  if (order.ownReturns.has(data.returnId)) order.before.add(id)
  if (type === 'OrderRefundRefused' || type === 'OrderRefundFailed') {
    order.refunds.delete(id)
    order.gone.delete(id)
    return order.isCancelled ? true : undefined
  }
  order.refunds.set(id, amountCents)
  if (type === 'OrderRefundRequested') return undefined
  order.gone.add(id)
  const isOfThisCancellation = id !== providerRefundId && !order.before.has(id)
  const sent = [...order.gone].reduce((sum, one) => sum + order.refunds.get(one)!, 0)
  return isOfThisCancellation || sent >= order.paid ? false : undefined
}
