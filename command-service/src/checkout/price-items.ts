import { isOffered } from '@shop/language/cart/view'
import type { StartCheckoutBody } from '@shop/language/checkout/api'
import { invalidField, ShopError } from '@shop/language/errors'
import type { PricedItem } from '@shop/language/events/bought'
import { MAX_PAYMENT_CENTS } from '@shop/language/limits'
import type { ProductDetails } from '@shop/language/product/events'
import { skuOf } from '@shop/language/product/view'
import type { Refusal } from '@shop/language/refusal/answers'
import { toCents, toDecimal } from '@shop/language/values/money'
import { pictureOf } from '../cart/offered-item.ts'
import { discountOf } from '../discount/share-discount.ts'

type Line = StartCheckoutBody['checkoutItems'][number]

/** The shop's offers by product id. A deleted product has no `offer`, and its `name` comes from the cart. */
export type Offers = ReadonlyMap<string, { offer: ProductDetails | undefined; name: string }>

type Priced = Pick<StartCheckoutBody, 'checkoutItems' | 'totalPrice'> & Partial<Pick<StartCheckoutBody, 'discountCode'>>

/**
 * The prices are without a discount. Throws PRICE_CHANGED if the browser's prices or total differ (decisions M1), CONFLICT for a line that
 * is no longer sold, VALIDATION_FAILED for a total above MAX_PAYMENT_CENTS.
 */
export function priceItems(
  { checkoutItems: lines, totalPrice, discountCode }: Priced,
  offers: Offers,
): { items: PricedItem[]; totalCents: number } {
  const items = lines.map((line) => priced(line, offers))
  const totalCents = items.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
  const changed = items.flatMap((item, index) => {
    const sentPrice = lines[index]?.price ?? 0
    if (toCents(sentPrice) === item.priceCents) return []
    const { productId, size, color, name } = item
    return [{ productId, size, color, name, price: toDecimal(item.priceCents), sentPrice }]
  })
  const totals = discountCode ? [totalCents, totalCents - discountOf(totalCents)] : [totalCents]
  if (changed.length > 0 || !totals.includes(toCents(totalPrice))) throw priceChanged(totals.at(-1)!, changed)
  if (totalCents > MAX_PAYMENT_CENTS) throw tooMuch()
  return { items, totalCents }
}

function priced({ productId, size, color, quantity }: Line, offers: Offers): PricedItem {
  const { offer, name = '' } = offers.get(productId) ?? {}
  if (!isOffered({ size, color }, offer))
    throw new ShopError('CONFLICT', `${name} (${size}, ${color}) is no longer sold`, { details: { productId } })
  const { priceCents } = offer
  const sku = skuOf(offer, { size, color }) || offer.sku
  const image = pictureOf(offer, color)
  return { productId, name, image, sku, size, color, quantity, priceCents, paidCents: priceCents * quantity }
}

const tooMuch = () =>
  invalidField(
    'totalPrice',
    `One payment is at most $${toDecimal(MAX_PAYMENT_CENTS).toFixed(2)}. Order fewer pieces at once`,
  )

function priceChanged(totalCents: number, lines: NonNullable<Refusal['lines']>) {
  const message = `The prices have changed: the total is $${toDecimal(totalCents).toFixed(2)} now`
  return new ShopError('PRICE_CHANGED', message, { details: { total: toDecimal(totalCents), lines } })
}
