import type { ProcessManager } from '../process-manager.ts'

/** A guest's cart that went into a customer's is closed. The other end, after ninety days: sweeps/expire-guest-carts.ts. */
export const closeGuestCart: ProcessManager = {
  name: 'close-guest-cart@1',
  on: {
    GuestCartMerged: ({ data: { guestId, ownerId } }) => [
      { command: { type: 'CloseGuestCart', guestId, mergedInto: ownerId } },
    ],
  },
}
