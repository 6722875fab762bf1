import { type OrderDocument, orders } from '@shop/shared/read-models/orders'
import { searchTokensOf } from '@shop/shared/read-models/tokens'
import { insert, type Projection, remove, update, updateWhere } from '../projection.ts'

export const orderProjection: Projection<OrderDocument> = {
  into: orders,
  failure: 'halt',
  on: {
    OrderPlaced: ({ data: { orderId, ...placed } }) =>
      insert<OrderDocument>(orderId, {
        ...placed,
        _id: orderId,
        status: 'Processing',
        refundDue: false,
        tokens: searchTokensOf([orderId, ...placed.items.map(({ name }) => name)].join(' ')),
      }),
    OrderStatusChanged: ({ data }) => update(data.orderId, (order) => ({ ...order, status: data.to })),
    OrderDeleted: ({ data }) => remove(data.orderId),
    RefundCaseOpened: ({ data }) => update(data.orderId, (order) => ({ ...order, refundDue: true })),
    // An order keeps its checkout's id; another capture of that checkout is money taken twice, not the order's.
    PaymentRefunded: ({ data: { checkoutId, captureId } }) =>
      update(checkoutId, (order) => (order.captureId === captureId ? { ...order, refundDue: false } : order)),
    // Orders stay, without what is personal; a rebuild finds the address unreadable and comes to the same.
    AccountErased: ({ data }) =>
      updateWhere<OrderDocument>('customerId', data.accountId, (order) => ({ ...order, shippingAddress: null })),
  },
}
