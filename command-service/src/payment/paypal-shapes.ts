import * as z from 'zod'
import {
  type Capture,
  type PaymentFacts,
  type ProviderOrder,
  type ProviderRefund,
  REFUND_CANCELLED,
  REFUND_FAILED,
  type Refunding,
} from './payment-provider.ts'

const Money = z.object({ currency_code: z.string(), value: z.string() })
const Payee = z.object({ merchant_id: z.string().optional() })

const CaptureShape = z.object({
  id: z.string(),
  status: z.string(),
  amount: Money,
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  seller_protection: z.object({ status: z.string().optional() }).optional(),
  status_details: z.object({ reason: z.string().optional() }).optional(),
})

const Links = z.array(z.object({ rel: z.string(), href: z.string() }))

/** A capture has its order's id in `related_ids`, or only in a link. */
export const CaptureOfOrder = z
  .object({
    amount: Money,
    supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }).optional() }).optional(),
    links: Links.optional(),
  })
  .transform(({ amount, supplementary_data: more, links }) => ({
    amountCents: centsOf(amount.value),
    orderId: more?.related_ids?.order_id ?? lastPart(links?.find(({ rel }) => rel === 'up')?.href),
  }))

/** A refund without a status may still fail, so the shop looks it up later. */
export const RefundShape = z.object({
  id: z.string(),
  status: z.string().default('PENDING'),
  amount: Money.optional(),
  custom_id: z.string().optional(),
  links: Links.optional(),
})

const Unit = z.object({
  amount: Money,
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  payee: Payee.optional(),
  payments: z
    .object({ captures: z.array(CaptureShape).optional(), refunds: z.array(RefundShape).optional() })
    .optional(),
})

export const OrderShape = z.object({
  id: z.string(),
  status: z.string(),
  create_time: z.string().optional(),
  purchase_units: z.array(Unit).min(1),
})
export const CreatedShape = z.object({
  id: z.string(),
  purchase_units: z.array(z.object({ payee: Payee.optional() })).optional(),
})
export const UserShape = z.object({ payer_id: z.string().min(1) })
export const TokenShape = z.object({ access_token: z.string(), expires_in: z.number() })
export const RefusalShape = z.object({
  name: z.string().optional(),
  /** An error of the token call (RFC 6749 §5.2). */
  error: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
  debug_id: z.string().optional(),
})

/** Throws for a malformed amount, and for an order that names no payee. */
export function orderFrom(order: z.output<typeof OrderShape>, merchantId: string) {
  const { id, status, create_time: createdAt, purchase_units: units } = order
  const [unit] = units
  if (!unit) throw new Error('A PayPal order has no purchase unit')
  // An order with several units may have several payees. The shop itself creates only orders with one unit.
  const payees = units.map(({ payee }) => payee?.merchant_id)
  if (payees.includes(undefined)) throw new Error('A PayPal order names no payee')
  const paysUs = payees.length === 1 && payees[0] === merchantId
  const factsOf = (part: { amount: z.output<typeof Money>; custom_id?: string | undefined }): PaymentFacts => ({
    amountCents: centsOf(part.amount.value),
    currency: part.amount.currency_code,
    paysUs,
    customId: part.custom_id ?? unit.custom_id,
  })
  const captures = units
    .flatMap(({ payments }) => payments?.captures ?? [])
    .map((capture): Capture => {
      const { id, status, invoice_id: invoiceId = unit.invoice_id } = capture
      const reason = capture.status_details?.reason
      const protection = capture.seller_protection?.status
      return { id, status, reason, protection, invoiceId, ...factsOf(capture) }
    })
  return { id, createdAt, status, captures, refunds: refundsIn(order), ...factsOf(unit) } satisfies ProviderOrder
}

export const refundsIn = ({ purchase_units: units }: z.output<typeof OrderShape>): readonly ProviderRefund[] =>
  units.flatMap(({ payments }) => payments?.refunds ?? []).map(refundFrom)

const refundFrom = ({ id, status, amount, custom_id, links }: z.output<typeof RefundShape>): ProviderRefund => ({
  id,
  captureId: lastPart(links?.find(({ rel }) => rel === 'up')?.href),
  status,
  amountCents: centsOf(amount?.value ?? '0'),
  currency: amount?.currency_code ?? 'USD',
  customId: custom_id,
})

const lastPart = (address: string | undefined) => address?.split('/').at(-1)

export function refundingOf({ id, status }: Readonly<{ id: string; status: string }>): Refunding {
  if (status === 'FAILED') return { is: 'refused', code: REFUND_FAILED, final: true }
  if (status === 'CANCELLED') return { is: 'refused', code: REFUND_CANCELLED, final: true }
  return status === 'COMPLETED' ? { is: 'refunded', refundId: id } : { is: 'pending', refundId: id }
}

/** Avoids the rounding errors of floating-point numbers. */
export function centsOf(value: string): number {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(value) ?? []
  if (whole === '') throw new Error('PayPal sent a malformed amount')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

export function decimalText(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
