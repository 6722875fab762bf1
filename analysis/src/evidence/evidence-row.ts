import type { EvidenceAmount, EvidenceRow } from '@shop/language/analysis/evidence'
import { cartStream } from '@shop/language/cart/events'
import { mailsStream } from '@shop/language/mail/events'
import type { OrderStatus } from '@shop/language/order/status'
import { checkoutOfHold } from '@shop/language/stock/events'
import { toDecimal } from '@shop/language/values/money'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { copiedData } from '../tables/all-tables.ts'
import type { Treatment } from '../tables/treatments.ts'

type Data = Readonly<Record<string, unknown>>
/** `path` is written before the name of each field. */
type Part = Readonly<{ path: string; fields: Data }>
type Treated = Readonly<{ type: string; treatment: Treatment }>

/** TABLE: the fields with an event's money. If an event has several of these fields, the first is used. */
const amounts: readonly (readonly [of: EvidenceAmount['of'], field: string])[] = [
  ['total', 'totalCents'],
  ['amount', 'amountCents'],
  ['cost', 'costCents'],
  ['price', 'priceCents'],
  ['refund', 'refundedCents'],
]
/** Fields of an event's data that can hold the fields of one product or one line. */
const PARTS = ['item', 'details', 'changes']
const CUSTOMER = ['customerId', 'accountId']
/** TABLE: the field with the pseudonym of a customer or guest, by stream prefix. All other streams use the fields in `CUSTOMER`. */
const persons: Readonly<Record<string, readonly string[]>> = {
  [cartStream('')]: ['ownerId'],
  [mailsStream('')]: ['personId'],
}

export function evidenceRow(
  { event, recordedAt, stream, kind, version, type, data }: CopiedEvent,
  nameOf: (productId: string) => string | undefined,
): EvidenceRow {
  const parts = ['', ...PARTS].flatMap((name): readonly Part[] => {
    const fields = name === '' ? data : (data as Data | null)?.[name]
    return isRecord(fields) ? [{ path: name && `${name}.`, fields }] : []
  })
  const order = textIn(parts, ['orderId', 'checkoutId'], { type, treatment: 'kept' })
  const product = textIn(parts, ['productId'], { type, treatment: 'kept' })
  const person = textIn(parts, persons[`${kind}-`] ?? CUSTOMER, { type, treatment: 'pseudonym' })
  const amount = amountIn(type, parts)
  const name = product && nameOf(product)
  const status = type === 'OrderStatusChanged' && statusIn(data)
  return {
    event,
    recordedAt,
    stream,
    version,
    type,
    ...(order && { order: checkoutOfHold(order) }),
    ...(product && { product: { id: product, ...(name !== undefined && { name }) } }),
    ...(person && { person }),
    ...(amount && { amount }),
    ...(status && { status }),
  }
}

const isRecord = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The first text in these fields that has this treatment. The treatment excludes the checkout id of `SignalReceived`, which a payment from
 * outside the shop can fill with any text.
 */
function textIn(parts: readonly Part[], names: readonly string[], { type, treatment }: Treated) {
  const treatmentAt = copiedData(type)?.treatmentAt
  for (const name of names)
    for (const { path, fields } of parts) {
      const value = fields[name]
      if (typeof value === 'string' && value !== '' && treatmentAt?.(path + name) === treatment) return value
    }
  return undefined
}

function statusIn(data: unknown): EvidenceRow['status'] {
  const { from, to } = data as Readonly<Record<'from' | 'to', OrderStatus>>
  return { before: from, after: to }
}

function kindOfAmount(type: string): EvidenceAmount['of'] {
  if (type.includes('Refund')) return 'refund'
  return type === 'DiscountGiven' ? 'discount' : 'amount'
}

function amountIn(type: string, parts: readonly Part[]): EvidenceAmount | undefined {
  for (const [of, field] of amounts)
    for (const { fields } of parts) {
      const cents = fields[field]
      if (typeof cents === 'number') return { of: of === 'amount' ? kindOfAmount(type) : of, value: toDecimal(cents) }
    }
  return undefined
}
