import type { Order } from '@shop/language/order/api'
import { Note } from '../../ui/note.tsx'
import { Fact } from '../parts/fact.tsx'

const WHAT_TO_DO =
  'Send the parcel with tracking and proof of delivery. If the risk of a dispute is too great, cancel the order and ask the customer to order again'

/** TABLE: whether PayPal's seller protection covers an order. If not, or only in part: the reason, and what to do. */
const words: Readonly<Record<NonNullable<Order['sellerProtection']>, readonly [state: string, why?: string]>> = {
  holds: ['Covers this address'],
  'holds-in-part': [
    'Covers this order in part',
    'PayPal covers only some kinds of dispute about this payment. Your PayPal account shows which.',
  ],
  'incomplete-address': [
    'Does not cover this order',
    `PayPal covers only parcels to the address that it received with the payment. That address was incomplete. ${WHAT_TO_DO} with a complete address.`,
  ],
  'unknown-country': [
    'Does not cover this order',
    `PayPal received no address with this payment, because the shop did not recognize the country that the buyer had entered. ${WHAT_TO_DO} with a country from the list.`,
  ],
  'address-not-given': [
    'Does not cover this order',
    `PayPal covers only parcels to the address that it received with the payment. The shop has not given PayPal the address of this order. ${WHAT_TO_DO}.`,
  ],
  'address-changed': [
    'No longer covers this order',
    `PayPal covers only parcels to the address that it received with the payment. The address was changed afterwards. ${WHAT_TO_DO} with the new address.`,
  ],
  refused: [
    'Does not cover this order',
    'PayPal does not cover disputes about this payment. Look at the payment in your PayPal account before you send the parcel.',
  ],
}

const NOT_KNOWN = ['Not known. See your PayPal account'] as const

const said = ({ sellerProtection }: Order) => (sellerProtection ? words[sellerProtection] : NOT_KNOWN)

export const SellerProtection = ({ order }: { order: Order }) => <Fact name="Seller protection">{said(order)[0]}</Fact>

export function ProtectionGap({ order }: { order: Order }) {
  const [, why] = said(order)
  if (!why) return null
  return (
    <div className="mt-4">
      <Note tone="warn">{why}</Note>
    </div>
  )
}
