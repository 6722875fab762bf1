import type { Signal } from './checkout/signal-events.ts'
import type { MailSubject } from './mail/subject.ts'

/** Each command is idempotent, and does no harm if it is handled late. */
export type QueuedCommand =
  | { type: 'ReserveStock'; checkoutId: string }
  | { type: 'SupersedeCheckout'; checkoutId: string; by: string }
  /** Without `only`, releases all pieces of the checkout's ended holds. */
  | { type: 'ReleaseStock'; checkoutId: string; only?: { holdId: string; productId: string } }
  /** Ends when the checkout has the status `until`, because another job then checks the payment. */
  | { type: 'CheckPayment'; checkoutId: string; until?: 'pending' }
  | { type: 'ExpireCheckout'; checkoutId: string }
  | { type: 'PlaceOrder'; checkoutId: string }
  | { type: 'SettleOrder'; orderId: string }
  | { type: 'ReturnRefused'; checkoutId: string }
  | { type: 'RefundPayment'; checkoutId: string; captureId: string }
  /** Also opens the refund case of an order that an earlier version of the shop cancelled. */
  | { type: 'ReturnStock'; orderId: string }
  /** Ends a reclaim whose request died. The pieces of the hold are released, except if the order has already taken them. */
  | { type: 'SettleReclaim'; orderId: string; holdId: string }
  /** Opens a case for a deleted order whose payment must be refunded. For a restored order, settles that case. */
  | { type: 'FollowDeletion'; orderId: string }
  | { type: 'MakeRefund'; orderId: string; refundId: string }
  /** These three commands ask the provider about a refund that the provider has accepted. */
  | { type: 'LookUpRefund'; orderId: string; providerRefundId: string }
  | { type: 'LookUpPaymentRefund'; checkoutId: string; captureId: string }
  | { type: 'LookUpCaseRefund'; caseId: string }
  | { type: 'RestockReturn'; orderId: string; returnId: string }
  | { type: 'FollowSignal'; signal: Signal }
  | { type: 'FinishMerge'; guestId: string }
  /** Only for guest carts that an earlier version of the shop has merged into a customer's cart. */
  | { type: 'CloseGuestCart'; guestId: string; mergedInto: string }
  | { type: 'ExpireGuestCart'; guestId: string }
  | { type: 'MailAnswer'; name: string; accountId: string }
  /** Ends the old name of a question, if it was not saved again since. */
  | { type: 'FinishRename'; name: string; newName: string; byId: string; renamedAt: string }
  /** `anyway`: erases even if the customer has unfinished orders or payments. */
  | { type: 'EraseAccount'; accountId: string; anyway?: true }
  | { type: 'FinishErasure'; accountId: string; emailKey: string }
  | { type: 'EraseCorrespondent'; correspondentId: string; emailKey: string }
  /** `askedAt`: the time of the event that the mail is about. */
  | { type: 'SendMail'; mailId: string; askedAt: string; about: MailSubject }
