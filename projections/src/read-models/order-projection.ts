import type { OrderRestored } from '@shop/language/events/order-events'
import { type OrderDocument, orders } from '@shop/language/read-models/orders'
import { searchTokensOf } from '@shop/language/read-models/tokens'
import { insert, type Projection, remove, update, updateWhere } from '../projection.ts'

export const orderProjection: Projection<OrderDocument> = {
  into: orders,
  failure: 'halt',
  on: {
    OrderPlaced: ({ data }) => insert(data.orderId, documentOf({ ...data, status: 'Processing', refundDue: false })),
    OrderStatusChanged: ({ data }) => update(data.orderId, (order) => ({ ...order, status: data.to })),
    OrderDeleted: ({ data }) => remove(data.orderId),
    OrderRestored: ({ data }) => insert(data.orderId, documentOf(data)),
    RefundCaseOpened: ({ data }) => update(data.orderId, (order) => ({ ...order, refundDue: true })),
    // An order has its checkout's id; another capture of that checkout is a double payment, not the order's.
    PaymentRefunded: ({ data: { checkoutId, captureId } }) =>
      update(checkoutId, (order) => (order.captureId === captureId ? { ...order, refundDue: false } : order)),
    // Orders stay without personal fields; a rebuild reads the address as null and gives the same.
    AccountErased: ({ data }) => withoutAddresses(data.accountId),
    AccountKeyDestroyed: ({ data }) => withoutAddresses(data.accountId),
  },
}

const withoutAddresses = (accountId: string) =>
  updateWhere<OrderDocument>('customerId', accountId, (order) => ({ ...order, shippingAddress: null }))

const documentOf = ({ orderId, ...facts }: ReturnType<typeof OrderRestored>['data']): OrderDocument => ({
  ...facts,
  _id: orderId,
  tokens: searchTokensOf([orderId, ...facts.items.map(({ name }) => name)].join(' ')),
})
