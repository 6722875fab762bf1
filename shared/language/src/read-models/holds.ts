import type { PricedItem } from '../events/bought.ts'
import type { Collection } from './collection.ts'

/** What a checkout holds without being paid. `_id` is the checkout's id. */
export type HoldDocument = {
  _id: string
  customerId: string
  items: readonly Pick<PricedItem, 'productId' | 'name' | 'size' | 'color' | 'quantity'>[]
  pieces: number
  since: string
  until: string
  /** `begun`: the buyer may be paying. `pending`: the provider has the money, and still looks at it. */
  payment: 'none' | 'begun' | 'pending'
  /** 'yes' while it holds its pieces. One whose payment was begun stays, since a late approval holds them again. */
  isHeld: 'yes' | 'no'
}

export const holds: Collection<HoldDocument> = { name: 'holds@1', searchedBy: ['isHeld', 'pieces', 'customerId'] }
