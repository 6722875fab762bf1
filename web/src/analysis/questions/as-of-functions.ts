/** TABLE: the columns of the functions that return what the shop showed after event `n`. */
export const asOfFunctions = {
  orders_as_of: ['event', 'orderId', 'placedAt', 'customerId', 'country', 'status', 'totalCents', 'refundedCents'],
  stock_as_of: ['productId', 'size', 'color', 'available', 'held', 'onHand'],
  carts_as_of: ['ownerId', 'productId', 'size', 'color', 'quantity', 'priceCents'],
} as const satisfies Readonly<Record<string, readonly string[]>>
