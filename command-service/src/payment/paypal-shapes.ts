import * as z from 'zod'
import type { Capture, PaymentFacts, ProviderOrder, Refunding } from './payment-provider.ts'

const Money = z.object({ currency_code: z.string(), value: z.string() })
const Payee = z.object({ merchant_id: z.string().optional() })

const CaptureShape = z.object({
  id: z.string(),
  status: z.string(),
  amount: Money,
  custom_id: z.string().optional(),
  status_details: z.object({ reason: z.string().optional() }).optional(),
})

const Unit = z.object({
  amount: Money,
  custom_id: z.string().optional(),
  payee: Payee.optional(),
  payments: z.object({ captures: z.array(CaptureShape).optional() }).optional(),
})

export const OrderShape = z.object({
  id: z.string(),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  create_time: z.string().optional(),
  purchase_units: z.array(Unit).min(1),
})
export const CreatedShape = z.object({ id: z.string() })
export const RefundShape = z.object({ id: z.string(), status: z.string().optional() })
export const TokenShape = z.object({ access_token: z.string(), expires_in: z.number() })
export const RefusalShape = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
})

/** Converts an order of PayPal's Orders v2. Throws for a malformed amount. */
export function orderFrom(order: z.output<typeof OrderShape>, merchantId: string) {
  const { id, status, create_time: createdAt, purchase_units: units } = order
  const [unit] = units
  if (!unit) throw new Error('A PayPal order has no purchase unit')
  // Several units may have several payees; the shop's clients create orders of one unit only.
  const paysUs = units.length === 1 && unit.payee?.merchant_id === merchantId
  const factsOf = (part: { amount: z.output<typeof Money>; custom_id?: string | undefined }): PaymentFacts => ({
    amountCents: centsOf(part.amount.value),
    currency: part.amount.currency_code,
    paysUs,
    customId: part.custom_id ?? unit.custom_id,
  })
  const captures = units
    .flatMap(({ payments }) => payments?.captures ?? [])
    .map((capture): Capture => {
      const { id, status, status_details: details } = capture
      return { id, status, reason: details?.reason, ...factsOf(capture) }
    })
  return { id, createdAt, status, captures, ...factsOf(unit) } satisfies ProviderOrder
}

/** A refund that is still pending is on its way for good, unless PayPal says otherwise. */
export const refundingOf = ({ id, status }: z.output<typeof RefundShape>): Refunding =>
  status === 'FAILED' || status === 'CANCELLED'
    ? { is: 'refused', code: `REFUND_${status}`, final: true }
    : { is: 'refunded', refundId: id }

/** Converts PayPal's decimal text to cents without a floating-point number in between. */
export function centsOf(value: string): number {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(value) ?? []
  if (whole === '') throw new Error('PayPal names an amount that is none')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

export function decimalText(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
