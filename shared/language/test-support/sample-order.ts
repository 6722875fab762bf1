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
