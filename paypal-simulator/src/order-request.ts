import { z } from 'zod'
import { refused } from './errors.ts'
import { centsOf, money } from './money.ts'

const moneyShape = z.object({ currency_code: z.string().regex(/^[A-Z]{3}$/), value: z.string().min(1).max(32) })

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

const itemShape = z.looseObject({
  name: z.string().min(1).max(127),
  quantity: z.string().regex(/^[1-9]\d{0,9}$/),
  unit_amount: moneyShape,
})

const unitShape = z.object({
  reference_id: z.string().min(1).max(256).default('default'),
  description: z.string().min(1).max(3000).optional(),
  custom_id: z.string().min(1).max(255).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  soft_descriptor: z.string().min(1).max(22).optional(),
  amount: moneyShape.extend({ breakdown: breakdownShape.optional() }),
  payee: z
    .object({
      merchant_id: z.string().min(1).max(64),
      email_address: z.email().max(254),
    })
    .partial()
    .optional(),
  items: z.array(itemShape).max(500).optional(),
  shipping: z.looseObject({}).optional(),
})

const context = z.object({ brand_name: z.string().min(1).max(127).optional() }).optional()

export const orderRequest = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z.array(unitShape).min(1).max(1),
  application_context: context,
  payment_source: z.object({ paypal: z.object({ experience_context: context }).optional() }).optional(),
})

export const refundRequest = z.object({
  amount: moneyShape.optional(),
  custom_id: z.string().min(1).max(255).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  note_to_payer: z.string().min(1).max(255).optional(),
})

export type PurchaseUnit = z.infer<typeof unitShape>
export type RefundRequest = z.infer<typeof refundRequest>

/** The body in its schema's shape, or PayPal's refusal naming the first wrong field. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body ?? {}, { reportInput: true })
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  const field = `/${issue.path.join('/')}`
  if (issue.input === undefined) throw refused('MISSING_REQUIRED_PARAMETER', { field })
  const inArray = 'origin' in issue && issue.origin === 'array'
  if (issue.code === 'too_big' && inArray) throw refused('INVALID_ARRAY_MAX_ITEMS', { field })
  if (issue.code === 'too_small' && inArray) throw refused('INVALID_ARRAY_MIN_ITEMS', { field })
  if (issue.code === 'too_big' || issue.code === 'too_small') throw refused('INVALID_STRING_LENGTH', { field })
  if (issue.code === 'invalid_format') throw refused('INVALID_PARAMETER_SYNTAX', { field })
  throw refused('INVALID_PARAMETER_VALUE', { field })
}

/** The unit with its amount in two decimals, once its sums agree as PayPal demands. */
export function checkedUnit(unit: PurchaseUnit): PurchaseUnit {
  const at = '/purchase_units/0/amount'
  const cents = centsOf(unit.amount, `${at}/value`)
  if (cents === 0) throw refused('CANNOT_BE_ZERO_OR_NEGATIVE', { field: `${at}/value` })
  const { breakdown } = unit.amount
  if (breakdown) {
    const part = (name: keyof typeof breakdown) =>
      breakdown[name] ? centsOf(breakdown[name], `${at}/breakdown/${name}/value`) : 0
    const added = part('item_total') + part('shipping') + part('handling') + part('tax_total') + part('insurance')
    if (added - part('shipping_discount') - part('discount') !== cents)
      throw refused('AMOUNT_MISMATCH', { field: `${at}/value` })
  }
  if (unit.items?.length) checkItems(unit.items, breakdown, at)
  return { ...unit, amount: { ...unit.amount, ...money(unit.amount.currency_code, cents) } }
}

function checkItems(
  items: NonNullable<PurchaseUnit['items']>,
  breakdown: PurchaseUnit['amount']['breakdown'],
  at: string,
) {
  const field = `${at}/breakdown/item_total`
  if (!breakdown?.item_total) throw refused('ITEM_TOTAL_REQUIRED', { field })
  const total = items.reduce(
    (sum, { unit_amount, quantity }, index) =>
      sum + centsOf(unit_amount, `/purchase_units/0/items/${index}/unit_amount/value`) * Number(quantity),
    0,
  )
  if (total !== centsOf(breakdown.item_total, `${field}/value`))
    throw refused('ITEM_TOTAL_MISMATCH', { field: `${field}/value` })
}
