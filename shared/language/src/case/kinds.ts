/** For each kind of case: what an admin may do, in addition to closing the case. */
export const caseActs = {
  'refund-refused': ['retry'],
  /** The provider has taken money that matches no checkout, for example because the currency differs. */
  'payment-unmatched': ['retry', 'refund'],
  /** The provider does not report the state of a started payment. */
  'payment-unknown': ['retry'],
  'refund-at-provider': [],
  /** An admin refunds the payment of the deleted order, or keeps the money and gives a reason. */
  'order-deleted': ['refund'],
  dispute: [],
  /** The provider has not reported that it took the money. */
  'dispute-lost': [],
  /** The provider refuses payments for a reason that only the merchant can fix, such as a restricted account or a wrong secret. */
  'payments-refused': [],
  /** Webhooks name a certificate of the provider, but their signature cannot be verified. */
  'webhooks-unverified': [],
  /** A webhook has a type that the shop handles, but a body that the shop does not understand. */
  'webhook-unknown': [],
  /** The mail server does not accept messages from the contact page. */
  'messages-undelivered': [],
  /** The key of a person is lost or damaged, so the person cannot sign in. */
  'person-unreadable': [],
} as const satisfies Record<string, readonly CaseAct[]>
export type CaseKind = keyof typeof caseActs
export type CaseAct = 'retry' | 'refund'
/** Kinds with only one case for the whole shop. This case counts how often the problem happened, and a new problem reopens it. */
const collectingKinds: readonly string[] = [
  'payments-refused',
  'webhooks-unverified',
  'webhook-unknown',
  'messages-undelivered',
] satisfies readonly CaseKind[]
export const isCollecting = (kind: CaseKind) => collectingKinds.includes(kind)
export const caseKinds = Object.keys(caseActs) as readonly CaseKind[]

/** An admin's attempt has this code if the provider has accepted the refund but not completed it. */
export const REFUND_PENDING = 'REFUND_PENDING'
/** The code of a reversal that may be of a dispute that the shop has won, or of another dispute. */
export const DISPUTE_WON = 'DISPUTE_WON'
