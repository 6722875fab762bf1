import {
  CheckoutAbandoned,
  type CheckoutEvent,
  CheckoutExpired,
  CheckoutFinalized,
  CheckoutReopened,
  CheckoutStarted,
  CheckoutSuperseded,
  DiscountGiven,
  PurchaseFreed,
  PurchaseJoined,
  PurchaseTaken,
  StockHeld,
  StockHeldAgain,
} from '@shop/language/checkout/events'
import { ShopError } from '@shop/language/errors'
import type { PricedItem } from '@shop/language/events/bought'
import type { ProductPieces } from '@shop/language/stock/events'
import type { Decider } from '../handler/decider.ts'
import { type Checkout, holdsPieces, requirePaid, waitsForStock, winnerIn } from './checkout-state.ts'
import { decidePayment, type PaymentCommand } from './decide-payment.ts'
import { evolveCheckout } from './evolve-checkout.ts'

type Facts = Pick<
  Checkout,
  'customerId' | 'totalCents' | 'shippingAddress' | 'country' | 'paymentMethod' | 'startedAt' | 'expiresAt' | 'newcomer'
> & { items: PricedItem[] }

export type CheckoutCommand = { checkoutId: string } & (
  | {
      type: 'Start'
      facts: Facts
      /** The purchase that the checkout joins or begins. */
      purchaseId?: string | undefined
      discount?: Checkout['discount']
    }
  /** A payment was approved after the hold had lapsed. */
  | { type: 'Reopen'; expiresAt: string; lapses: number }
  /** All pieces of hold number `lapses` are reserved. */
  | { type: 'NoteHeld'; lapses: number }
  /** The pieces for a late payment are reserved again. */
  | { type: 'HoldAgain' }
  | { type: 'Expire'; at: string }
  | { type: 'Supersede'; by: string }
  | { type: 'JoinPurchase'; purchaseId: string }
  /** These two commands go to the purchase's first checkout, which decides which checkout becomes the order. */
  | { type: 'TakePurchase'; by: string }
  | { type: 'FreePurchase'; by: string }
  /** Ends hold number `lapses`. A later hold stays. */
  | { type: 'Abandon'; reason: string; lapses: number }
  | { type: 'Finalize'; orderId: string; taken: readonly ProductPieces[] }
  | PaymentCommand
)

export const checkoutDecider: Decider<Checkout | undefined, CheckoutCommand, CheckoutEvent> = {
  initialState: undefined,

  begins: ({ type }) => type === 'Start',
  isGuarded: ({ type }) => type !== 'Start' && type !== 'Pay',

  evolve: evolveCheckout,

  decide(command, checkout) {
    const { checkoutId } = command
    if (command.type === 'Start') {
      if (checkout) return []
      const { facts, purchaseId, discount } = command
      return [
        CheckoutStarted({ checkoutId, ...facts }),
        ...(discount ? [DiscountGiven({ checkoutId, ...discount })] : []),
        ...(purchaseId ? [PurchaseJoined({ checkoutId, purchaseId })] : []),
      ]
    }
    if (!checkout) throw new ShopError('NOT_FOUND', 'There is no such checkout')
    const isOpen = checkout.status === 'open'
    switch (command.type) {
      case 'Reopen':
        if (isOpen || checkout.pending || checkout.payment || command.lapses !== checkout.lapses) return []
        return [CheckoutReopened({ checkoutId, expiresAt: command.expiresAt })]
      case 'NoteHeld':
        if (!isOpen || checkout.holdComplete || command.lapses !== checkout.lapses) return []
        return [StockHeld({ checkoutId })]
      case 'HoldAgain':
        return waitsForStock(checkout) ? [StockHeldAgain({ checkoutId })] : []
      case 'Expire':
        return holdsPieces(checkout) && command.at >= checkout.expiresAt ? [CheckoutExpired({ checkoutId })] : []
      case 'Supersede':
        // A repeat must not supersede a checkout that was reopened since.
        if (!isOpen || checkout.supersededBy.includes(command.by)) return []
        return [CheckoutSuperseded({ checkoutId, by: command.by })]
      case 'JoinPurchase': {
        const { purchaseId } = command
        return checkout.purchaseId || checkout.payment ? [] : [PurchaseJoined({ checkoutId, purchaseId })]
      }
      case 'TakePurchase':
        return winnerIn(checkout) ? [] : [PurchaseTaken({ checkoutId, by: command.by })]
      case 'FreePurchase':
        return checkout.takenBy === command.by ? [PurchaseFreed({ checkoutId, by: command.by })] : []
      case 'Abandon':
        return isOpen && command.lapses === checkout.lapses
          ? [CheckoutAbandoned({ checkoutId, reason: command.reason })]
          : []
      case 'Finalize':
        if (checkout.status === 'finalized') return []
        requirePaid(checkout)
        return [CheckoutFinalized({ checkoutId, orderId: command.orderId, taken: [...command.taken] })]
      default:
        return decidePayment(command, checkout)
    }
  },
}
