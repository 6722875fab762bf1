import { z } from 'zod'
import { refused } from './errors.ts'

const text = (most: number) => z.string().min(1).max(most)
const moneyShape = z.object({ currency_code: z.string().regex(/^[A-Z]{3}$/), value: text(32) })

const breakdownShape = z
  .object({
    item_total: moneyShape,
    shipping: moneyShape,
    handling: moneyShape,
    tax_total: moneyShape,
    insurance: moneyShape,
    shipping_discount: moneyShape,
    discount: moneyShape,
  })
  .partial()

const itemShape = z.object({
  name: text(127),
  quantity: z.string().regex(/^[1-9]\d{0,9}$/),
  unit_amount: moneyShape,
  tax: moneyShape.optional(),
  description: z.string().max(127).optional(),
  sku: z.string().max(127).optional(),
  category: z.enum(['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION']).optional(),
})

const addressShape = z.object({
  address_line_1: z.string().max(300).optional(),
  address_line_2: z.string().max(300).optional(),
  admin_area_2: z.string().max(120).optional(),
  admin_area_1: z.string().max(300).optional(),
  postal_code: z.string().max(60).optional(),
  country_code: z.string().regex(/^([A-Z]{2}|C2)$/),
})

const shippingShape = z.object({
  type: z.enum(['SHIPPING', 'PICKUP_IN_PERSON', 'PICKUP_IN_STORE', 'PICKUP_FROM_PERSON']).optional(),
  name: z.object({ full_name: z.string().max(300).optional() }).optional(),
  address: addressShape.optional(),
})

const unitShape = z.object({
  reference_id: text(256).default('default'),
  description: text(127).optional(),
  custom_id: text(127).optional(),
  invoice_id: text(127).optional(),
  soft_descriptor: text(22).optional(),
  amount: moneyShape.extend({ breakdown: breakdownShape.optional() }),
  payee: z
    .object({
      merchant_id: z.string().regex(/^[2-9A-HJ-NP-Z]{13}$/),
      email_address: z.email().max(254),
    })
    .partial()
    .optional(),
  items: z.array(itemShape).max(500).optional(),
  shipping: shippingShape.optional(),
})

const locale = z.string().regex(/^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/)
const context = z
  .object({
    brand_name: text(127),
    locale,
    landing_page: z.enum(['LOGIN', 'BILLING', 'GUEST_CHECKOUT', 'NO_PREFERENCE']),
    shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']),
    user_action: z.enum(['CONTINUE', 'PAY_NOW']),
    payment_method_preference: z.enum(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED']),
    return_url: z.url(),
    cancel_url: z.url(),
  })
  .partial()
  .optional()

export const orderRequest = z.object({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z.array(unitShape).min(1).max(10),
  application_context: context,
  // The simulated merchant has no contract for other payment methods.
  payment_source: z.strictObject({ paypal: z.object({ experience_context: context }).optional() }).optional(),
})

export const refundRequest = z.object({
  amount: moneyShape.optional(),
  custom_id: text(127).optional(),
  invoice_id: text(127).optional(),
  note_to_payer: text(255).optional(),
})

export type OrderRequest = z.infer<typeof orderRequest>
export type PurchaseUnit = z.infer<typeof unitShape>
export type RefundRequest = z.infer<typeof refundRequest>

/** Throws PayPal's refusal with the name of the first wrong field. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body ?? {}, { reportInput: true })
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const field = `/${[...issue.path, ...unknown].join('/')}`
  if (unknown.length > 0) throw refused('NOT_SUPPORTED', { field })
  if (issue.input === undefined) throw refused('MISSING_REQUIRED_PARAMETER', { field })
  const inArray = 'origin' in issue && issue.origin === 'array'
  if (issue.code === 'too_big' && inArray) throw refused('INVALID_ARRAY_MAX_ITEMS', { field })
  if (issue.code === 'too_small' && inArray) throw refused('INVALID_ARRAY_MIN_ITEMS', { field })
  if (issue.code === 'too_big' || issue.code === 'too_small') throw refused('INVALID_STRING_LENGTH', { field })
  if (issue.code === 'invalid_format') throw refused('INVALID_PARAMETER_SYNTAX', { field })
  throw refused('INVALID_PARAMETER_VALUE', { field })
}
