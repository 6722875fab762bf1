import { isComplete } from './checked-unit.ts'
import type { Refund } from './kept-refunds.ts'
import type { Capture, Ledger, Order } from './ledger.ts'
import { centsOf, money } from './money.ts'

export type Site = { base: string; merchantId: string; ledger: Ledger; now: () => Date }

export const payer = {
  name: { given_name: 'Test', surname: 'Buyer' },
  email_address: 'test-buyer@example.com',
  payer_id: 'TESTBUYER2345',
  address: { country_code: 'US' },
}

export function minimalOrder(order: Order, site: Site) {
  const { base, ledger } = site
  const api = `${base}/v2/checkout/orders/${order.id}`
  const status = statusOf(order, ledger)
  const links = [{ href: api, rel: 'self', method: 'GET' }]
  const capture = { href: `${api}/capture`, rel: 'capture', method: 'POST' }
  if (status === 'PAYER_ACTION_REQUIRED') links.push(buyerLink(order, 'payer-action', site))
  else if (!order.captureId) links.push(buyerLink(order, 'approve', site), capture)
  return { id: order.id, status, links }
}

export const buyerLink = (order: Order, rel: string, { base }: Site) => ({
  href: `${base}/checkoutnow?token=${order.id}`,
  rel,
  method: 'GET',
})

export function fullOrder(order: Order, site: Site) {
  const { links, ...head } = minimalOrder(order, site)
  return {
    ...head,
    intent: 'CAPTURE',
    ...sourceOf(order, site),
    purchase_units: [{ ...order.unit, payee: payeeOf(order, site), ...paymentsOf(order, site) }],
    ...(order.approval === 'none' ? {} : { payer }),
    create_time: order.createdAt,
    update_time: order.updatedAt,
    links,
  }
}

/** Orders that an earlier release stored can name the simulator's merchant by this id. */
const FORMER_MERCHANT_ID = 'SELVEDGETEST1'

/** The payee that a fault has set. Otherwise the payee of the order, or the simulator's merchant if the order names no payee. */
function payeeOf({ id, unit }: Order, { merchantId, ledger }: Site) {
  const { payee } = ledger.changeOfOrder(id)
  if (payee) return { merchant_id: payee }
  const named = unit.payee?.merchant_id === FORMER_MERCHANT_ID ? {} : unit.payee
  return { merchant_id: merchantId, ...named }
}

/** The answer to a capture without `Prefer: return=representation` lacks the order's amount and payee. */
export function capturedOrder(order: Order, site: Site) {
  const { links, ...head } = minimalOrder(order, site)
  const purchase_units = [{ reference_id: order.unit.reference_id, ...paymentsOf(order, site) }]
  return { ...head, payment_source: paymentSource, purchase_units, payer, links }
}

export function captureDocument(capture: Capture, order: Order, { base, ledger }: Site) {
  const { custom_id, invoice_id } = order.unit
  const { status = 'COMPLETED', reason, reversed, shownAs, at } = ledger.changeOfCapture(capture.id)
  const { currency, cents } = capturedAmount(capture, order, ledger)
  const refunded = reversed ? cents : refundedCents(capture.id, ledger, ['COMPLETED'])
  const fee = Math.min(cents, Math.round(cents * 0.0349) + 49)
  const self = `${base}/v2/payments/captures/${capture.id}`
  return {
    id: shownAs ?? capture.id,
    status: refunded === 0 ? status : refunded < cents ? 'PARTIALLY_REFUNDED' : 'REFUNDED',
    ...((reason || status === 'PENDING') && { status_details: { reason: reason ?? 'PENDING_REVIEW' } }),
    amount: money(currency, cents),
    final_capture: true,
    custom_id,
    invoice_id,
    seller_protection: isComplete(order.unit) ? PROTECTED : { status: 'NOT_ELIGIBLE' },
    seller_receivable_breakdown: {
      gross_amount: money(currency, cents),
      paypal_fee: money(currency, fee),
      net_amount: money(currency, cents - fee),
    },
    create_time: capture.createdAt,
    update_time: at ?? capture.createdAt,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${base}/v2/checkout/orders/${order.id}`, rel: 'up', method: 'GET' },
    ],
  }
}

export const captureShown = (capture: Capture, order: Order, site: Site) => ({
  ...captureDocument(capture, order, site),
  payee: payeeOf(order, site),
  supplementary_data: { related_ids: { order_id: order.id } },
})

export function capturedAmount(capture: Capture, order: Order, ledger: Ledger) {
  const { cents, currency } = ledger.changeOfCapture(capture.id)
  const { amount } = order.unit
  return { currency: currency ?? amount.currency_code, cents: cents ?? centsOf(amount, '/amount/value') }
}

export const refundedCents = (captureId: string, ledger: Ledger, statuses: readonly string[]) =>
  ledger
    .refundsOf(captureId)
    .filter(({ id }) => statuses.includes(ledger.changeOfRefund(id).status ?? 'COMPLETED'))
    .reduce((sum, { cents }) => sum + cents, 0)

export function minimalRefund(refund: Refund, { base, ledger }: Site) {
  const { status = 'COMPLETED', reason } = ledger.changeOfRefund(refund.id)
  return {
    id: refund.id,
    status,
    ...((reason || status === 'PENDING') && { status_details: { reason: reason ?? 'ECHECK' } }),
    links: [
      { href: `${base}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${base}/v2/payments/captures/${refund.captureId}`, rel: 'up', method: 'GET' },
    ],
  }
}

export function fullRefund(refund: Refund, order: Order, site: Site) {
  const { links, ...head } = minimalRefund(refund, site)
  const currency = order.unit.amount.currency_code
  const all = site.ledger.refundsOf(refund.captureId)
  const soFar = all.slice(0, all.findIndex(({ id }) => id === refund.id) + 1).reduce((sum, { cents }) => sum + cents, 0)
  return {
    ...head,
    amount: money(currency, refund.cents),
    custom_id: order.unit.custom_id,
    ...refund.terms,
    seller_payable_breakdown: {
      gross_amount: money(currency, refund.cents),
      paypal_fee: money(currency, 0),
      net_amount: money(currency, refund.cents),
      total_refunded_amount: money(currency, soFar),
    },
    create_time: refund.createdAt,
    update_time: site.ledger.changeOfRefund(refund.id).at ?? refund.createdAt,
    links,
  }
}

const PROTECTED = { status: 'ELIGIBLE', dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'] }

const paymentSource = {
  paypal: {
    email_address: payer.email_address,
    account_id: payer.payer_id,
    account_status: 'VERIFIED',
    name: payer.name,
    address: payer.address,
  },
}

function sourceOf(order: Order, { ledger }: Site) {
  if (order.approval !== 'none') return { payment_source: paymentSource }
  return ledger.changeOfOrder(order.id).source ? { payment_source: { paypal: {} } } : {}
}

export function statusOf(order: Order, ledger: Ledger): string {
  const { status, source } = ledger.changeOfOrder(order.id)
  if (status) return status
  if (order.captureId) return 'COMPLETED'
  if (order.approval !== 'none') return 'APPROVED'
  return source ? 'PAYER_ACTION_REQUIRED' : 'CREATED'
}

function paymentsOf(order: Order, site: Site) {
  const capture = order.captureId && site.ledger.findCapture(order.captureId)
  if (!capture) return {}
  const refunds = site.ledger.refundsOf(capture.id).map((refund) => fullRefund(refund, order, site))
  return {
    payments: { captures: [captureDocument(capture, order, site)], ...(refunds.length ? { refunds } : {}) },
  }
}
