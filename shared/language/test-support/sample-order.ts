/** The default fields of `OrderStatusChanged` and `OrderDeleted`. */
export const saidNothing = {
  customerId: 'ada',
  chosenReason: null,
  reason: null,
  trackingNumber: null,
  message: null,
  movesPieces: false,
  dueCents: 0,
  at: '2026-01-03T10:00:00.000Z',
  refundedCents: 0,
} as const

/** The default fields of `OrderRestored`. */
export const nothingSince = { refunds: [], returns: [], lines: [], refundsBefore: 0, trackingNumber: null, reasons: {} }

export const sampleLine = {
  ...{ productId: 'shirt', name: '', image: '', sku: '', size: 'M', color: 'Red' },
  ...{ quantity: 1, priceCents: 2500, paidCents: 2500 },
}

export const boughtOf = (...items: (typeof sampleLine)[]) => ({
  ...{ customerId: 'ada', items, totalCents: items.reduce((sum, { paidCents }) => sum + paidCents, 0) },
  ...{ shippingAddress: null, country: '', paymentMethod: 'PayPal' },
})
