export type RefundStatus = 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'

/** `declined`: this card, for now; `refused`: finally; `reviewed`: approved, but the provider reviews the money after taking it. */
export type Decision = 'approved' | 'declined' | 'refused' | 'reviewed'

/** An order as the fake provider holds it. */
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
  refundId: string | undefined
  refundAttempt: number
  /** The amount that a refund of the whole has returned. */
  wholeCents: number
  /** Partial refunds in cents, by the shop's id. */
  parts: Map<string, number>
  /** Statuses by the provider's refund id. */
  refundStatuses: Map<string, RefundStatus>
  /** The steps of the buyer's dispute, oldest first; empty without one. */
  dispute: DisputeStep[]
}

export type DisputeStep = Readonly<{ status: 'OPEN' | 'UNDER_REVIEW' | 'RESOLVED'; changedAt: string }>
