import type { ProcessManager } from '../process-manager.ts'

/**
 * Finishes merging a guest's cart into a customer's cart, even if the request that merges them dies. If a guest's cart is never merged, the
 * sweep in `sweeps/expire-guest-carts.ts` removes it.
 */
export const finishMerge: ProcessManager = {
  // This name stays, because earlier versions have stored the checkpoint under it.
  name: 'close-guest-cart@1',
  on: {
    GuestCartHandedOver: ({ data: { ownerId } }) => [{ command: { type: 'FinishMerge', guestId: ownerId } }],
    GuestCartMerged: ({ data: { guestId, ownerId, handover } }) =>
      handover === 0 ? [{ command: { type: 'CloseGuestCart', guestId, mergedInto: ownerId } }] : [],
  },
}
