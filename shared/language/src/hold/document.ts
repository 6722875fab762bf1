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
  /** An unpaid checkout keeps its document after its hold has ended, because a late payment can hold the pieces again. */
  isHeld: 'yes' | 'no'
}

export const holds: Collection<HoldDocument> = {
  name: 'holds@3',
  changes: {
    number: 3,
    says: 'The document of an unpaid checkout stays after its hold has ended, so pieces that are held again are listed.',
  },
  changedBy: ['checkouts', 'cases'],
  searchedBy: ['isHeld', 'pieces', 'customerId'],
}
