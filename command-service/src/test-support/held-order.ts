export type RefundStatus = 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'

/**
 * `declined`: the card is declined, but another try may succeed. `refused`: the payment is finally refused. `reviewed`: the payment is
 * approved, but the provider reviews the money after taking it.
 */
export type Decision = 'approved' | 'declined' | 'refused' | 'reviewed'

export type Held = {
  id: string
  createdAt: string | undefined
  amountCents: number
  currency: string
  paysUs: boolean
  customId: string | undefined
  approval: 'none' | Decision
  captureId: string | undefined
  captureStatus: 'COMPLETED' | 'PENDING' | 'DECLINED'
  /** Why the capture is pending. */
  reason: string | undefined
  /** Whether the provider holds money that was completed before. Such money is never declined. */
  isHeld: boolean
  refundId: string | undefined
  refundAttempt: number
  /** The amount that the refund of the whole order has returned. */
  wholeCents: number
  /** Refunds of parts, in cents, by the shop's id of the refund. */
  parts: Map<string, number>
  /** The statuses of refunds, by the provider's id of the refund. */
  refundStatuses: Map<string, RefundStatus>
  /** The steps of the buyer's dispute, oldest first. */
  dispute: DisputeStep[]
  /** The provider took this money from the shop, for example because of a dispute. */
  reversals: Reversal[]
}

export type DisputeStep = Readonly<{
  status: 'OPEN' | 'UNDER_REVIEW' | 'RESOLVED'
  outcome: string | null
  changedAt: string
}>
type Reversal = { id: string; cents: number; createdAt: string; isCancelled: boolean }
