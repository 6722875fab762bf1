import { checkoutOfHold, isReclaim } from '@shop/language/stock/events'
import type { FollowUp, ProcessManager } from '../process-manager.ts'

/** A request normally reserves the stock within this time. Otherwise `ReserveStock` reserves it. */
const REQUEST_MS = 10_000

type Begun = { recordedAt: string; checkoutId: string; expiresAt: string }

const reserveAndExpire = ({ recordedAt, checkoutId, expiresAt }: Begun): readonly FollowUp[] => [
  { command: { type: 'ReserveStock', checkoutId }, delayMs: REQUEST_MS },
  { command: { type: 'ExpireCheckout', checkoutId }, delayMs: Date.parse(expiresAt) - Date.parse(recordedAt) },
]

const release = (checkoutId: string): readonly FollowUp[] => [{ command: { type: 'ReleaseStock', checkoutId } }]

export const reserveStock: ProcessManager = {
  name: 'reserve-stock@1',
  on: {
    CheckoutStarted: ({ metadata: { recordedAt }, data }) => reserveAndExpire({ ...data, recordedAt }),
    CheckoutReopened: ({ metadata: { recordedAt }, data }) => reserveAndExpire({ ...data, recordedAt }),
    PaymentPending: ({ metadata: { recordedAt }, data: { checkoutId, holdUntil } }) => [
      { command: { type: 'ExpireCheckout', checkoutId }, delayMs: Date.parse(holdUntil) - Date.parse(recordedAt) },
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
