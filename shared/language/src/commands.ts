import type { Signal } from './events/signal-events.ts'
import type { MailSubject } from './mail-subject.ts'

/** Commands that process managers send through the job queue. Each is idempotent and harmless when it comes late. */
export type QueuedCommand =
  | { type: 'ReserveStock'; checkoutId: string }
  | { type: 'SupersedeCheckout'; checkoutId: string; by: string }
  /** Without `only`: what is reserved for any ended hold of the checkout. */
  | { type: 'ReleaseStock'; checkoutId: string; only?: { holdId: string; productId: string } }
  /** Not while the checkout is as `until` says: then another one checks it. */
  | { type: 'CheckPayment'; checkoutId: string; until?: 'pending' }
  | { type: 'ExpireCheckout'; checkoutId: string }
  | { type: 'PlaceOrder'; checkoutId: string }
  | { type: 'SettleOrder'; orderId: string }
  | { type: 'ReturnRefused'; checkoutId: string }
  | { type: 'RefundPayment'; checkoutId: string; captureId: string }
  /** Also opens the refund case of an order that an earlier version has cancelled. */
  | { type: 'ReturnStock'; orderId: string }
  /** Ends the reclaim of an order that no request went on with, and takes or releases the pieces that it has reserved. */
  | { type: 'SettleReclaim'; orderId: string; holdId: string }
  /** Opens the case of a deleted order whose payment is due, and settles that of one that was restored. */
  | { type: 'FollowDeletion'; orderId: string }
  | { type: 'MakeRefund'; orderId: string; refundId: string }
  /** Asks the provider what has become of refunds that it has accepted; each by the provider's id, but for a case's, which has one. */
  | { type: 'LookUpRefund'; orderId: string; providerRefundId: string }
  | { type: 'LookUpPaymentRefund'; checkoutId: string; captureId: string }
  | { type: 'LookUpCaseRefund'; caseId: string }
  | { type: 'RestockReturn'; orderId: string; returnId: string }
  | { type: 'FollowSignal'; signal: Signal }
  | { type: 'FinishMerge'; guestId: string }
  /** Follows merges of earlier versions only. */
  | { type: 'CloseGuestCart'; guestId: string; mergedInto: string }
  | { type: 'ExpireGuestCart'; guestId: string }
  /** `anyway`: also while orders or money of theirs are under way. */
  | { type: 'EraseAccount'; accountId: string; anyway?: true }
  | { type: 'FinishErasure'; accountId: string; emailKey: string }
  /** Only while the address is still theirs, or its erasure is unfinished. */
  | { type: 'EraseCorrespondent'; correspondentId: string; emailKey: string }
  /** `askedAt` is when that happened which the mail is about. */
  | { type: 'SendMail'; mailId: string; askedAt: string; about: MailSubject }
