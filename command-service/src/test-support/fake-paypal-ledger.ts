export const MERCHANT_ID = 'FAKEMERCHANT2'

type Money = Readonly<{ currency_code: string; value: string }>
type Unit = Readonly<{ amount: Money; custom_id?: string; invoice_id?: string; payee?: object }>
type Capture = { id: string; status: string; reason: string | undefined }
type Refund = { id: string; cents: number; status: string; terms: Readonly<{ custom_id?: string }> }
type Order = {
  id: string
  createdMs: number
  unit: Unit
  isApproved: boolean
  capture: Capture | undefined
  refunds: Refund[]
}

export class NotDone extends Error {
  readonly status: number
  readonly issue: string

  constructor(status: number, issue: string) {
    super(issue)
    this.status = status
    this.issue = issue
  }
}

const APPROVABLE_MS = 3 * 60 * 60_000

/** The money that a fake PayPal has really charged and refunded. The fake's answers can say something else. */
export function createPaypalLedger(now: () => number, onCharge: (orderId: string, cents: number) => void) {
  const orders = new Map<string, Order>()
  const next = { capture: 'COMPLETED', reason: undefined as string | undefined, refund: 'COMPLETED' }
  const all = () => [...orders.values()]
  const isGone = ({ capture, createdMs }: Order) => !capture && now() - createdMs > APPROVABLE_MS

  function found(id: string): Order {
    const order = orders.get(id)
    if (!order || isGone(order)) throw new NotDone(404, 'INVALID_RESOURCE_ID')
    return order
  }
  function withCapture(captureId: string) {
    const order = all().find(({ capture }) => capture?.id === captureId)
    if (!order?.capture) throw new NotDone(404, 'INVALID_RESOURCE_ID')
    return { order, capture: order.capture }
  }

  return {
    orders,
    next,
    approve(id: string) {
      found(id).isApproved = true
    },
    create(unit: Unit): Order {
      const id = `FAKE${orders.size + 1}`
      const order = { id, createdMs: now(), unit, isApproved: false, capture: undefined, refunds: [] }
      orders.set(id, order)
      return order
    },
    get: found,
    capture(id: string): Order {
      const order = found(id)
      const { invoice_id: invoiceId } = order.unit
      if (order.capture) throw new NotDone(422, 'ORDER_ALREADY_CAPTURED')
      if (!order.isApproved) throw new NotDone(422, 'ORDER_NOT_APPROVED')
      if (invoiceId && all().some(({ capture, unit }) => capture && unit.invoice_id === invoiceId))
        throw new NotDone(422, 'DUPLICATE_INVOICE_ID')
      order.capture = { id: `CAPTURE-${id}`, status: next.capture, reason: next.reason }
      if (!['DECLINED', 'FAILED'].includes(next.capture)) onCharge(id, centsOf(order))
      return order
    },
    refund(captureId: string, terms: Readonly<{ amount?: Money; custom_id?: string }>) {
      const { order } = withCapture(captureId)
      const left = centsOf(order) - backOf(order)
      const cents = terms.amount ? centsIn(terms.amount) : left
      if (left === 0) throw new NotDone(422, 'CAPTURE_FULLY_REFUNDED')
      if (cents > left) throw new NotDone(422, 'REFUND_AMOUNT_EXCEEDED')
      const refund = { id: `REFUND-${order.id}-${order.refunds.length + 1}`, cents, status: next.refund, terms }
      order.refunds.push(refund)
      return { order, refund }
    },
    getRefund(id: string) {
      const order = all().find(({ refunds }) => refunds.some((refund) => refund.id === id))
      const refund = order?.refunds.find((one) => one.id === id)
      if (!order || !refund) throw new NotDone(404, 'INVALID_RESOURCE_ID')
      return { order, refund }
    },
    getCapture: withCapture,
    review(id: string, status: string) {
      const { capture } = found(id)
      if (capture) Object.assign(capture, { status, reason: undefined })
    },
    /** The unrefunded rest of each charge, in cents. */
    kept: () =>
      all().flatMap((order) => {
        const isCharged = order.capture && ['COMPLETED', 'PENDING'].includes(order.capture.status)
        return isCharged && centsOf(order) > backOf(order) ? [centsOf(order) - backOf(order)] : []
      }),
  }
}

const centsIn = ({ value }: Money) => Math.round(Number(value) * 100)
const centsOf = ({ unit }: Order) => centsIn(unit.amount)
const backOf = ({ refunds }: Order) =>
  refunds.reduce((sum, { cents, status }) => (['FAILED', 'CANCELLED'].includes(status) ? sum : sum + cents), 0)
const decimal = (cents: number): Money => ({ currency_code: 'USD', value: (cents / 100).toFixed(2) })
const link = (path: string, rel: string) => ({ href: `https://api-m.paypal.com${path}`, rel, method: 'GET' })

/** With `bare`, amount and payee are missing, as they may be in PayPal's answer to a capture. */
export function orderShown({ id, createdMs, unit, isApproved, capture, refunds }: Order, bare = false) {
  const order = { id, createdMs, unit, isApproved, capture, refunds }
  const payments = capture && {
    payments: {
      captures: [captureShown({ order, capture })],
      ...(refunds.length > 0 && { refunds: refunds.map((refund) => refundShown({ order, refund })) }),
    },
  }
  const status = capture ? 'COMPLETED' : isApproved ? 'APPROVED' : 'CREATED'
  const details = { ...unit, payee: { merchant_id: MERCHANT_ID, ...unit.payee } }
  return {
    id,
    status,
    purchase_units: [{ ...(bare ? { reference_id: 'default' } : details), ...payments }],
    links: [link(`/v2/checkout/orders/${id}`, 'self')],
    ...(!bare && { intent: 'CAPTURE', create_time: new Date(createdMs).toISOString() }),
  }
}

export function captureShown({ order, capture }: { order: Order; capture: Capture }) {
  const { unit, id: orderId } = order
  const back = order.refunds.filter(({ status }) => status === 'COMPLETED').reduce((sum, { cents }) => sum + cents, 0)
  const refunded = back === 0 ? undefined : back < centsOf(order) ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  const { custom_id, invoice_id } = unit
  return {
    id: capture.id,
    status: refunded ?? capture.status,
    ...(capture.reason && { status_details: { reason: capture.reason } }),
    amount: { currency_code: unit.amount.currency_code, value: unit.amount.value },
    ...(custom_id && { custom_id }),
    ...(invoice_id && { invoice_id }),
    final_capture: true,
    links: [link(`/v2/payments/captures/${capture.id}`, 'self'), link(`/v2/checkout/orders/${orderId}`, 'up')],
  }
}

export const refundShown = ({ order, refund }: { order: Order; refund: Refund }) => ({
  id: refund.id,
  status: refund.status,
  amount: decimal(refund.cents),
  ...(refund.terms.custom_id && { custom_id: refund.terms.custom_id }),
  links: [link(`/v2/payments/refunds/${refund.id}`, 'self'), link(`/v2/payments/captures/${order.capture?.id}`, 'up')],
})
