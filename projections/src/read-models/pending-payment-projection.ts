import { type PendingPaymentDocument, pendingPayments } from '@shop/language/order/pending-document'
import { insert, type Projection, remove, update, updateWhere } from '../projection.ts'

export const pendingPaymentProjection: Projection<PendingPaymentDocument> = {
  into: pendingPayments,
  failure: 'halt',
  on: {
    PaymentPending: ({ data }) => {
      const { checkoutId: _id, customerId, items, shippingAddress, country, pendingAt: placedAt } = data
      const { totalCents, paymentMethod, captureId, reason } = data
      const bought = { customerId, items, shippingAddress, country, totalCents, paymentMethod, captureId }
      return insert<PendingPaymentDocument>(_id, { _id, ...bought, placedAt, reason })
    },
    OrderPlaced: ({ data }) => remove(data.orderId),
    // While a payment is pending, no other payment of the checkout can be refused.
    PaymentRefused: ({ data }) => remove(data.checkoutId),
    // The refund can be of another capture of the checkout.
    RefundRequested: ({ data: { checkoutId, captureId } }) =>
      update(checkoutId, (payment) => (payment.captureId === captureId ? undefined : payment)),
    AccountErased: ({ data }) => withoutAddresses(data.accountId),
    AccountKeyDestroyed: ({ data }) => withoutAddresses(data.accountId),
  },
}

const withoutAddresses = (accountId: string) =>
  updateWhere<PendingPaymentDocument>('customerId', accountId, (payment) => ({ ...payment, shippingAddress: null }))
