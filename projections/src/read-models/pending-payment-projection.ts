import { type PendingPaymentDocument, pendingPayments } from '@shop/language/order/pending-document'
import { insert, type Projection, remove, update, whenErased } from '../projection.ts'

export const pendingPaymentProjection: Projection<PendingPaymentDocument> = {
  into: pendingPayments,
  failure: 'halt',
  on: {
    PaymentPending: ({ data }) => {
      const { checkoutId: _id, customerId, items, shippingAddress, country, pendingAt: placedAt } = data
      const { totalCents, paymentMethod, providerOrderId, captureId, reason } = data
      const bought = { customerId, items, shippingAddress, country, totalCents, paymentMethod, placedAt }
      return insert<PendingPaymentDocument>(_id, { _id, ...bought, providerOrderId, captureId, reason })
    },
    PendingReasonChanged: ({ data: { checkoutId, captureId, reason } }) =>
      update(checkoutId, (payment) => (payment.captureId === captureId ? { ...payment, reason } : payment)),
    OrderPlaced: ({ data }) => remove(data.orderId),
    // The refusal or refund can be of another payment of the checkout.
    PaymentRefused: ({ data: { checkoutId, providerOrderId } }) =>
      update(checkoutId, (payment) => (payment.providerOrderId === providerOrderId ? undefined : payment)),
    RefundRequested: ({ data: { checkoutId, captureId } }) =>
      update(checkoutId, (payment) => (payment.captureId === captureId ? undefined : payment)),
    ...whenErased<PendingPaymentDocument>('customerId', (payment) => ({ ...payment, shippingAddress: null })),
  },
}
