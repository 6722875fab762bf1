/** What needs an admin's attention, and what an admin may do about it besides closing it. */
export const caseActs = {
  /** The provider refuses to give back the money of a checkout. */
  'refund-refused': ['retry'],
  /** The provider has taken money that no checkout knows of, as for an order that a browser made, or that is in another currency. */
  'payment-unmatched': ['retry', 'refund'],
  /** The provider refuses to tell of a payment that was begun: it may have taken the money. */
  'payment-unknown': ['retry'],
  /** Somebody has given money back at the provider, not by the shop. */
  'refund-at-provider': [],
  /** A paid order was deleted: its payment is to be refunded, or kept for a reason. */
  'order-deleted': ['refund'],
  /** A buyer disputes a payment at the provider. */
  dispute: [],
  /** The provider refuses payments for what the merchant alone can mend, as a restricted account or a wrong secret. */
  'payments-refused': [],
  /** Webhooks name a certificate of the provider's, and their signature cannot be verified. */
  'webhooks-unverified': [],
  /** The shop follows webhooks of this type, and does not understand the body of one. */
  'webhook-unknown': [],
  /** The key of a person is lost or damaged: what is personal of them cannot be read, and they cannot sign in. */
  'person-unreadable': [],
} as const satisfies Record<string, readonly CaseAct[]>
export type CaseKind = keyof typeof caseActs
export type CaseAct = 'retry' | 'refund'
/** Kinds of which the whole shop has one case: it counts how often that happened, and the next time opens it again. */
const collectingKinds: readonly string[] = [
  'payments-refused',
  'webhooks-unverified',
  'webhook-unknown',
] satisfies readonly CaseKind[]
export const isCollecting = (kind: CaseKind) => collectingKinds.includes(kind)
export const caseKinds = Object.keys(caseActs) as readonly CaseKind[]

/** The code of a refund that the provider has accepted and not completed, as the answer to what an admin tried. */
export const REFUND_PENDING = 'REFUND_PENDING'
