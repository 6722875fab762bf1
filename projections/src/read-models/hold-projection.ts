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
        pending: null,
        isHeld: 'yes',
      })
    },
    PaymentStarted: ({ data }) =>
      update<HoldDocument>(data.checkoutId, (hold) => (hold.payment === 'none' ? { ...hold, payment: 'begun' } : hold)),
    PaymentPending: ({ data: { checkoutId, held, holdUntil: until, providerOrderId, captureId } }) =>
      update<HoldDocument>(checkoutId, (hold) => ({
        ...hold,
        until,
        payment: 'pending',
        pending: { providerOrderId, captureId },
        isHeld: held ? 'yes' : 'no',
      })),
    PaymentRefused: ({ data: { checkoutId, providerOrderId } }) =>
      update<HoldDocument>(checkoutId, (hold) =>
        hold.pending?.providerOrderId === providerOrderId ? ended(hold) : hold,
      ),
    CheckoutReopened: ({ data: { checkoutId, expiresAt: until } }) =>
      update<HoldDocument>(checkoutId, (hold) => ({ ...hold, until, isHeld: 'yes' })),
    CheckoutExpired: ({ data }) => update<HoldDocument>(data.checkoutId, ended),
    CheckoutSuperseded: ({ data }) => update<HoldDocument>(data.checkoutId, ended),
    CheckoutAbandoned: ({ data }) => update<HoldDocument>(data.checkoutId, ended),
    CheckoutPaid: ({ data }) => remove(data.checkoutId),
    RefundRequested: ({ data: { checkoutId, captureId } }) =>
      update<HoldDocument>(checkoutId, (hold) => (hold.pending?.captureId === captureId ? ended(hold) : hold)),
  },
}

/** The document stays, because a late payment can hold the pieces again. */
const ended = (hold: HoldDocument): HoldDocument => ({
  ...hold,
  payment: hold.payment === 'none' ? 'none' : 'begun',
  pending: null,
  isHeld: 'no',
})
