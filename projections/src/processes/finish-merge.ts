import type { ProcessManager } from '../process-manager.ts'

/** Brings a guest's cart that was handed over to its customer, also if the request died. Expiry: sweeps/expire-guest-carts.ts. */
export const finishMerge: ProcessManager = {
  // The name that earlier versions have a checkpoint under.
  name: 'close-guest-cart@1',
  on: {
    GuestCartHandedOver: ({ data: { ownerId } }) => [{ command: { type: 'FinishMerge', guestId: ownerId } }],
    GuestCartMerged: ({ data: { guestId, ownerId, handover } }) =>
      handover === 0 ? [{ command: { type: 'CloseGuestCart', guestId, mergedInto: ownerId } }] : [],
  },
}
