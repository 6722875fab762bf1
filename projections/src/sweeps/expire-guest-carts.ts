import { type CartDocument, carts } from '@shop/language/cart/document'
import { GUEST_CART_TTL_MS } from '@shop/language/cart/events'
import { idFrom } from '@shop/language/values/id-from'
import type { Sweep } from '../sweep.ts'

/** See decisions C16 (expiry of guest carts). The command checks in the cart's stream that the cart has really expired. */
export const expireGuestCarts: Sweep<CartDocument> = {
  over: carts,
  due: (nowMs) => ({
    between: { unchangedSince: { to: new Date(nowMs - GUEST_CART_TTL_MS).toISOString() } },
    sortBy: { field: 'unchangedSince' },
  }),
  jobOf: ({ _id: guestId, unchangedSince }) => ({
    id: idFrom('expire-guest-cart', guestId, String(unchangedSince)),
    command: { type: 'ExpireGuestCart', guestId },
  }),
}
