/** TABLE: the functions that return rows as the shop showed them after event `n`, by name, with the columns of their rows. */
export const asOfFunctions = {
  orders_as_of: ['event', 'orderId', 'placedAt', 'customerId', 'country', 'status', 'totalCents', 'refundedCents'],
  stock_as_of: ['productId', 'size', 'color', 'available', 'held', 'onHand'],
  carts_as_of: ['ownerId', 'productId', 'size', 'color', 'quantity', 'priceCents'],
} as const satisfies Readonly<Record<string, readonly string[]>>
