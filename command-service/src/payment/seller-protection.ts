import type { SellerProtection } from '@shop/language/api/seller-protection'
import type { Checkout } from '../checkout/checkout-state.ts'
import { shippingOf } from './order-shipping.ts'
import type { Capture } from './payment-provider.ts'
import { leftOutAfter } from './provider-answers.ts'

type Paid = Pick<Checkout, 'checkoutId' | 'shippingAddress' | 'startRefusals'>

/** Whether the provider protects the seller of what was paid, if the parcel goes to the checkout's address; undefined if it is not known. */
export function protectionOf(
  { protection, invoiceId }: Capture,
  { checkoutId, shippingAddress, startRefusals }: Paid,
): SellerProtection | undefined {
  if (protection === undefined) return undefined
  // That of an erased customer may have been given before.
  const given = shippingAddress && shippingOf(shippingAddress)
  if (typeof given === 'string') return given
  // An order that the buyer's browser made has the address that the buyer has chosen there.
  if (!invoiceId?.startsWith(`${checkoutId}-`) || leftOutAfter(startRefusals)) return 'address-not-given'
  return byStatus.get(protection)
}

const byStatus: ReadonlyMap<string, SellerProtection> = new Map([
  ['ELIGIBLE', 'holds'],
  ['PARTIALLY_ELIGIBLE', 'holds-in-part'],
  ['NOT_ELIGIBLE', 'refused'],
])
