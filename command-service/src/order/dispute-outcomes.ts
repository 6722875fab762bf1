import type { Signal } from '@shop/language/checkout/signal-events'

type Report = Pick<Signal, 'what' | 'dispute'>

/** An outcome counts only once the dispute is resolved. */
export const isResolved = ({ what, dispute }: Report) =>
  what === 'CUSTOMER.DISPUTE.RESOLVED' || dispute?.status === 'RESOLVED'

const endsAs = (outcomes: readonly string[]) => (report: Report) =>
  isResolved(report) && outcomes.includes(report.dispute?.outcome ?? '')

/** The buyer has the money. */
export const isLost = endsAs(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])
/** The shop has the money. */
export const isWon = endsAs(['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER', 'DENIED'])
/** The provider has closed the dispute without a decision, because another dispute about the same payment was opened. */
export const isContinued = endsAs(['NONE'])
