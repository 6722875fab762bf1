import type { SellerProtection } from '@shop/language/checkout/seller-protection'
import { type Checkout, refusedFor } from '../checkout/checkout-state.ts'
import { shippingOf } from './order-shipping.ts'
import type { Capture } from './payment-provider.ts'
import { leftOutAfter } from './provider-answers.ts'

type Paid = Pick<Checkout, 'checkoutId' | 'shippingAddress' | 'startRefusals' | 'refusals'>

/** Whether the provider protects the seller if the parcel goes to the checkout's address. Undefined if unknown. */
export function protectionOf({ protection, invoiceId }: Capture, paid: Paid): SellerProtection | undefined {
  if (protection === undefined) return undefined
  const { checkoutId, shippingAddress } = paid
  // The address of an erased customer is null, but the provider may have the address.
  const given = shippingAddress && shippingOf(shippingAddress)
  if (typeof given === 'string') return given
  // Without our invoice id, the buyer's browser made the provider order, and the buyer chose the address at the provider.
  if (!invoiceId?.startsWith(`${checkoutId}-`) || leftOutAfter(refusedFor(paid))) return 'address-not-given'
  return byStatus.get(protection)
}

const byStatus: ReadonlyMap<string, SellerProtection> = new Map([
  ['ELIGIBLE', 'holds'],
  ['PARTIALLY_ELIGIBLE', 'holds-in-part'],
  ['NOT_ELIGIBLE', 'refused'],
])
