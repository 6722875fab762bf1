import type { Refund } from '@shop/language/order/refund-events'

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

/**
 * The record of the money that the provider reports. A record has the same amount, or is of the only dispute that can be the cause.
 * `knownAt`: when the order first learned of the reported refund.
 */
export function recordOf(
  refunds: readonly Refund[],
  reported: Readonly<{ amountCents: number; disputeId?: string | undefined; knownAt: string | undefined }>,
): Refund | undefined {
  const { amountCents, disputeId, knownAt } = reported
  const records = refunds.filter(
    ({ state, providerRefundId, at }) =>
      state === 'made' && recordedFor(providerRefundId) && !(knownAt && knownAt < at),
  )
  return (
    records.find((one) => one.amountCents === amountCents) ??
    records.find(({ providerRefundId }) => recordedFor(providerRefundId) === disputeId)
  )
}
