/** For order events in tests: the default fields of a changed status or a deletion, with nothing refunded or due. */
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

/** The default fields of a restored order, with nothing refunded or returned. */
export const nothingSince = { refunds: [], returns: [], lines: [], refundsBefore: 0, trackingNumber: null, reasons: {} }

/** A line of a purchase: one red shirt for 25.00. */
export const sampleLine = {
  ...{ productId: 'shirt', name: '', image: '', sku: '', size: 'M', color: 'Red' },
  ...{ quantity: 1, priceCents: 2500, paidCents: 2500 },
}

/** The facts of a purchase by Ada, with no address. */
export const boughtOf = (...items: (typeof sampleLine)[]) => ({
  ...{ customerId: 'ada', items, totalCents: items.reduce((sum, { paidCents }) => sum + paidCents, 0) },
  ...{ shippingAddress: null, country: '', paymentMethod: 'PayPal' },
})
