import type { PricedItem } from '@shop/language/events/bought'
import { oneLineOf } from './order-shipping.ts'
import { decimalText } from './paypal-shapes.ts'

/** The longest name and SKU of a line, in characters (Orders v2, `item`). */
const MAX_CHARACTERS = 127

/** Undefined if PayPal would refuse the lines. The buyer can pay without the lines. */
export function linesOf(items: readonly PricedItem[], totalCents: number) {
  const itemCents = items.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
  const discountCents = itemCents - totalCents
  const names = items.map(({ name }) => cut(oneLineOf(name)))
  if (items.length === 0 || discountCents < 0 || names.includes('')) return undefined
  return {
    items: items.map(({ sku, quantity, priceCents }, index) => ({
      name: names[index]!,
      quantity: String(quantity),
      unit_amount: usd(priceCents),
      ...(cut(oneLineOf(sku)) && { sku: cut(oneLineOf(sku)) }),
    })),
    breakdown: {
      item_total: usd(itemCents),
      ...(discountCents > 0 && { discount: usd(discountCents) }),
    },
  }
}

export const usd = (cents: number) => ({ currency_code: 'USD', value: decimalText(cents) })

/** Cuts by bytes, because PayPal does not document how it counts non-ASCII characters. */
function cut(text: string) {
  if (Buffer.byteLength(text) <= MAX_CHARACTERS) return text.trimEnd()
  let kept = ''
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    if (Buffer.byteLength(kept + segment) > MAX_CHARACTERS) break
    kept += segment
  }
  return kept.trimEnd()
}
