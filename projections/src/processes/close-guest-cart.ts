import type { ProcessManager } from '../process-manager.ts'

/** Closes a guest's cart after its merge. Expiry after ninety days: sweeps/expire-guest-carts.ts. */
export const closeGuestCart: ProcessManager = {
  name: 'close-guest-cart@1',
  on: {
    GuestCartMerged: ({ data: { guestId, ownerId } }) => [
      { command: { type: 'CloseGuestCart', guestId, mergedInto: ownerId } },
    ],
  },
}
