const BETWEEN = '~'

/**
 * The id of a reversal that an admin recorded, because the provider has not reported it. `openedAt`: when the case of the lost dispute was
 * last opened. A dispute can be lost again after it was won.
 */
export const recordedIdOf = (disputeId: string, openedAt: string) => [disputeId, openedAt].join(BETWEEN)

/** The dispute of a recorded reversal. Undefined for an id of the provider, which never contains `~`. */
export function recordedFor(providerRefundId = ''): string | undefined {
  const [disputeId, openedAt] = providerRefundId.split(BETWEEN)
  return openedAt && disputeId
}
