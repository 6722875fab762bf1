import { type DiscountEvent, DiscountReleased, DiscountReserved } from '@shop/language/correspondence/discount-events'
import { ShopError } from '@shop/language/errors'
import type { Decider } from '../handler/decider.ts'
import { isRecentId, noRecentIds, type RecentIds, withRecentId } from '../handler/recent-ids.ts'

export type Discount = Readonly<{
  heldBy: string | undefined
  /** The holds that ended last. */
  over: RecentIds<true>
}>

/** `checkoutId`: the id of a checkout's hold. */
export type DiscountCommand = Readonly<{ type: 'Reserve' | 'Release'; emailKey: string; checkoutId: string }>

/** Older ended holds are forgotten, because no late reservation for them can arrive any more. */
const HOLDS_REMEMBERED = 100

/** Only one hold at a time can use the discount code of an e-mail address (decisions P15). */
export const discountDecider: Decider<Discount, DiscountCommand, DiscountEvent> = {
  initialState: { heldBy: undefined, over: noRecentIds() },

  isGuarded: () => true,

  evolve: ({ over }, { type, data: { checkoutId } }) =>
    type === 'DiscountReserved'
      ? { heldBy: checkoutId, over }
      : { heldBy: undefined, over: withRecentId(over, HOLDS_REMEMBERED, checkoutId, true) },

  decide({ type, ...use }, { heldBy, over }) {
    const isHolder = heldBy === use.checkoutId
    if (type === 'Release') return isHolder ? [DiscountReleased(use)] : []
    if (isHolder || isRecentId(over, use.checkoutId)) return []
    if (heldBy !== undefined) throw new ShopError('OUT_OF_STOCK', CODE_IS_USED)
    return [DiscountReserved(use)]
  },

  snapshot: { name: 'discount@1', write: (discount) => discount, read: (discount: Discount) => discount },
}

export const CODE_IS_USED = 'Another order or checkout uses this discount code'
