import type { Collection } from '../collection.ts'
import type { PricedItem } from '../events/bought.ts'

/** The unpaid pieces that a checkout holds. `_id` is the checkout's id. */
export type HoldDocument = {
  _id: string
  customerId: string
  items: readonly Pick<PricedItem, 'productId' | 'name' | 'size' | 'color' | 'quantity'>[]
  pieces: number
  since: string
  until: string
  /** `begun`: the buyer may be paying. `pending`: the provider reviews the payment. */
  payment: 'none' | 'begun' | 'pending'
  pending: Readonly<{ providerOrderId: string; captureId: string }> | null
  /** A checkout with a started payment keeps its document after its hold has ended, because a late approval holds the pieces again. */
  isHeld: 'yes' | 'no'
}

export const holds: Collection<HoldDocument> = {
  name: 'holds@2',
  changes: {
    number: 2,
    says: 'A hold for a pending payment lasts when another payment of the checkout is refused or refunded.',
  },
  changedBy: ['checkouts', 'cases'],
  searchedBy: ['isHeld', 'pieces', 'customerId'],
}
