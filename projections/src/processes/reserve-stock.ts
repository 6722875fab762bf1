import { checkoutOfHold, isReclaim } from '@shop/language/stock/events'
import type { FollowUp, ProcessManager } from '../process-manager.ts'

/** A request normally reserves the stock within this time. Otherwise `ReserveStock` reserves it. */
const REQUEST_MS = 10_000

type Begun = { checkoutId: string; expiresAt: string }

const reserveAndExpire = ({ checkoutId, expiresAt }: Begun): readonly FollowUp[] => [
  { command: { type: 'ReserveStock', checkoutId }, delayMs: REQUEST_MS },
  { command: { type: 'ExpireCheckout', checkoutId }, dueAt: expiresAt },
]

const release = (checkoutId: string): readonly FollowUp[] => [{ command: { type: 'ReleaseStock', checkoutId } }]

export const reserveStock: ProcessManager = {
  name: 'reserve-stock@1',
  on: {
    CheckoutStarted: ({ data }) => reserveAndExpire(data),
    CheckoutReopened: ({ data }) => reserveAndExpire(data),
    PaymentPending: ({ data: { checkoutId, holdUntil } }) => [
      { command: { type: 'ExpireCheckout', checkoutId }, dueAt: holdUntil },
    ],
    CheckoutOpened: ({ data: { checkoutId, supersedes } }) =>
      supersedes ? [{ command: { type: 'SupersedeCheckout', checkoutId: supersedes, by: checkoutId } }] : [],
    // A slow request can reserve stock after the hold has ended, and then die. `ReleaseStock` releases nothing of a hold that is still
    // open.
    StockReserved: ({ data: { productId, checkoutId: holdId } }) =>
      isReclaim(holdId)
        ? []
        : [{ command: { type: 'ReleaseStock', checkoutId: checkoutOfHold(holdId), only: { holdId, productId } } }],
    DiscountReserved: ({ data }) => release(checkoutOfHold(data.checkoutId)),
    CheckoutExpired: ({ data }) => release(data.checkoutId),
    CheckoutSuperseded: ({ data }) => release(data.checkoutId),
    CheckoutAbandoned: ({ data }) => release(data.checkoutId),
  },
}
