import { isGuest } from '@shop/shared/events/cart-events'
import type { ProcessManager } from '../process-manager.ts'

const NINETY_DAYS_MS = 90 * 24 * 60 * 60 * 1000

/** A guest's cart ends in a customer's, or after ninety days without a change (decisions C16). */
export const closeGuestCart: ProcessManager = {
  name: 'close-guest-cart@1',
  on: {
    GuestCartMerged: ({ data: { guestId, ownerId } }) => [
      { command: { type: 'CloseGuestCart', guestId, mergedInto: ownerId } },
    ],
    // One job a cart: it looks when the last change was, and waits on if that is too short ago.
    ItemAddedToCart: ({ data: { ownerId } }) =>
      isGuest(ownerId)
        ? [
            {
              command: { type: 'ExpireGuestCart', guestId: ownerId },
              delayMs: NINETY_DAYS_MS,
              jobId: `expire-cart-${ownerId}`,
            },
          ]
        : [],
  },
}
