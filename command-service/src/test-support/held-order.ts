export type RefundStatus = 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'

/** `declined`: this card, now; `refused`: for good; `reviewed`: approved, but the provider looks at the money after taking it. */
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
  /** What was left when all of it was refunded. */
  wholeCents: number
  /** Refunds of a part, by the shop's id: their cents. */
  parts: Map<string, number>
  /** By the provider's id. */
  refundStatuses: Map<string, RefundStatus>
  /** What became of the buyer's dispute there, oldest first; none without one. */
  dispute: DisputeStep[]
}

export type DisputeStep = Readonly<{ status: 'OPEN' | 'UNDER_REVIEW' | 'RESOLVED'; changedAt: string }>
