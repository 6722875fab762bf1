import type { ProcessManager } from '../process-manager.ts'

/**
 * Finishes merging a guest's cart into the customer's cart, even if the request dies. Guests' carts without a merge expire in
 * sweeps/expire-guest-carts.ts.
 */
export const finishMerge: ProcessManager = {
  // The name under which earlier versions stored their checkpoint.
  name: 'close-guest-cart@1',
  on: {
    GuestCartHandedOver: ({ data: { ownerId } }) => [{ command: { type: 'FinishMerge', guestId: ownerId } }],
    GuestCartMerged: ({ data: { guestId, ownerId, handover } }) =>
      handover === 0 ? [{ command: { type: 'CloseGuestCart', guestId, mergedInto: ownerId } }] : [],
  },
}
