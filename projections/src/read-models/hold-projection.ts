import { type HoldDocument, holds } from '@shop/language/hold/document'
import { insert, type Projection, remove, update } from '../projection.ts'

export const holdProjection: Projection<HoldDocument> = {
  into: holds,
  failure: 'halt',
  on: {
    CheckoutStarted({ data: { checkoutId: _id, customerId, items, startedAt: since, expiresAt: until } }) {
      const held = items.map(({ productId, name, size, color, quantity }) => ({
        productId,
        name,
        size,
        color,
        quantity,
      }))
      const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
      return insert<HoldDocument>(_id, {
        _id,
        customerId,
        items: held,
        pieces,
        since,
        until,
        payment: 'none',
        isHeld: 'yes',
      })
    },
    PaymentStarted: ({ data }) =>
      update<HoldDocument>(data.checkoutId, (hold) => ({
        ...hold,
        payment: hold.payment === 'none' ? 'begun' : hold.payment,
      })),
    PaymentPending: ({ data: { checkoutId, held, holdUntil: until } }) =>
      update<HoldDocument>(checkoutId, (hold) => ({ ...hold, until, payment: 'pending', isHeld: held ? 'yes' : 'no' })),
    // Only the refusal of a pending payment ends the hold.
    PaymentRefused: ({ data }) =>
      update<HoldDocument>(data.checkoutId, (hold) => (hold.payment === 'pending' ? ended(hold) : hold)),
    CheckoutReopened: ({ data: { checkoutId, expiresAt: until } }) =>
      update<HoldDocument>(checkoutId, (hold) => ({ ...hold, until, isHeld: 'yes' })),
    CheckoutExpired: ({ data }) => update<HoldDocument>(data.checkoutId, ended),
    CheckoutSuperseded: ({ data }) => update<HoldDocument>(data.checkoutId, ended),
    CheckoutAbandoned: ({ data }) => update<HoldDocument>(data.checkoutId, ended),
    CheckoutPaid: ({ data }) => remove(data.checkoutId),
    // Only the refund of a pending payment ends the hold.
    RefundRequested: ({ data }) =>
      update<HoldDocument>(data.checkoutId, (hold) => (hold.payment === 'pending' ? ended(hold) : hold)),
  },
}

/** The document stays if a payment was started, because the payment may still arrive. */
const ended = (hold: HoldDocument): HoldDocument | undefined =>
  hold.payment === 'none' ? undefined : { ...hold, payment: 'begun', isHeld: 'no' }
