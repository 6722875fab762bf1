/** For events of an order in tests: what a change of its status, or its deletion, carries when nothing was said and nothing was refunded or is due. */
export const saidNothing = {
  customerId: 'ada',
  reason: null,
  trackingNumber: null,
  message: null,
  movesPieces: false,
  dueCents: 0,
  at: '2026-01-03T10:00:00.000Z',
  refundedCents: 0,
} as const

/** What a restored order carries when nothing was refunded or returned. */
export const nothingSince = { refunds: [], returns: [], lines: [], refundsBefore: 0, trackingNumber: null, reasons: {} }
