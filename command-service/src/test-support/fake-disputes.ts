import type { Refused } from '../payment/payment-provider.ts'
import { leftOf } from './fake-refunds.ts'
import type { DisputeStep, Held } from './held-order.ts'

type Outcome = 'RESOLVED_SELLER_FAVOUR' | 'RESOLVED_BUYER_FAVOUR' | 'NONE'

/** The provider's disputes about money that was taken. */
export const disputesAt = (heldOf: (id: string) => Held, now: () => Date) => ({
  /**
   * Begins or continues a dispute, even after it was resolved. If the shop wins, the provider cancels all reversals. If the buyer wins, the
   * provider takes the rest of the money.
   */
  dispute(id: string, status: DisputeStep['status'], outcome: Outcome | null = null) {
    const held = heldOf(id)
    if (!held.captureId) return
    held.dispute.push({ status, outcome, changedAt: nextTime(held, now) })
    if (outcome === 'RESOLVED_SELLER_FAVOUR') for (const reversal of held.reversals) reversal.isCancelled = true
    if (outcome === 'RESOLVED_BUYER_FAVOUR') reverse(held, now)
  },
  reverse: (id: string) => reverse(heldOf(id), now),
  /** The provider holds money that was completed. */
  hold(id: string, reason: string) {
    const held = heldOf(id)
    if (held.captureId && held.captureStatus === 'COMPLETED' && leftOf(held) === held.amountCents)
      Object.assign(held, { captureStatus: 'PENDING', reason, isHeld: true })
  },
})

function reverse(held: Held, now: () => Date) {
  const { captureId, captureStatus, reversals } = held
  const cents = leftOf(held)
  if (!captureId || captureStatus === 'DECLINED' || cents === 0) return
  const id = `${captureId} reversal ${reversals.length}`
  reversals.push({ id, cents, createdAt: nextTime(held, now), isCancelled: false })
}

/** The shop's clock may be set back, but the provider's times always increase. */
function nextTime({ dispute, reversals }: Held, now: () => Date): string {
  const times = [dispute.at(-1)?.changedAt, reversals.at(-1)?.createdAt].map((time) => Date.parse(time ?? '') || 0)
  return new Date(Math.max(now().getTime(), ...times.map((ms) => ms + 1))).toISOString()
}

/** Why the provider makes no new refund now: the money is pending, or a part of disputed money is requested. */
export function refusalOf(held: Held, part: Readonly<{ refundId: string }> | undefined): Refused | undefined {
  const { parts, refundId, captureStatus, dispute } = held
  if (part ? parts.has(part.refundId) : refundId) return undefined
  const isDisputed = part && dispute.length > 0 && dispute.at(-1)?.status !== 'RESOLVED'
  const code = captureStatus === 'PENDING' ? 'PENDING_CAPTURE' : isDisputed && 'TRANSACTION_DISPUTED'
  return code ? { is: 'refused', code, final: true } : undefined
}
