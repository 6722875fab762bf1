import type { ShopEvent } from '@shop/language/all-events'
import { productWordNames } from '@shop/language/product/words'

/**
 * How a text is copied. Facts about the shop are kept. An id of a person, a session, a payment or a request could give access, so it
 * becomes a pseudonym. Personal fields are dropped.
 */
export type Treatment = 'kept' | 'pseudonym' | 'dropped'

/** Paths, separated by spaces: `items.size` is the size of each item. */
type Treated = Readonly<{ kept?: string; pseudonym?: string }>

const each = (list: string, fields: string) =>
  fields
    .split(' ')
    .map((field) => `${list}.${field}`)
    .join(' ')

const line = 'productId size color'
const cartItem = `${line} name image`
const pricedItem = `${cartItem} sku`
const details = `name description sku ${productWordNames.join(' ')} sizes colors tones images.url images.altText images.color images.view lineSkus.size lineSkus.color lineSkus.sku`
const bought = `checkoutId ${each('items', pricedItem)} country paymentMethod`
const dispute = 'status stage dueAt outcome changedAt'
const stockLines = 'productId lines.size lines.color'

/**
 * TABLE: the text fields whose values are not from a fixed list, by type of event. Numbers, booleans and texts from a fixed list are facts;
 * personal fields are declared by each event. A test fails if a field is missing.
 */
export const treatments: Readonly<Record<ShopEvent['type'], Treated>> = {
  ProductListed: { kept: `productId ${each('details', details)}` },
  ProductEdited: { kept: `productId ${each('changes', details)}` },
  ProductDeleted: { kept: 'productId' },
  ProductRestored: { kept: 'productId' },

  StockCounted: { kept: line },
  StockAdjusted: { kept: line },
  StockReceived: { kept: line },
  StockReserved: { kept: `${stockLines} checkoutId` },
  ReservationReleased: { kept: `${stockLines} checkoutId` },
  StockTaken: { kept: `${stockLines} checkoutId` },
  StockReturned: { kept: `${stockLines} orderId returnId` },

  ItemAddedToCart: { kept: each('item', cartItem), pseudonym: 'ownerId' },
  CartQuantityChanged: { kept: line, pseudonym: 'ownerId' },
  ItemRemovedFromCart: { kept: line, pseudonym: 'ownerId' },
  GuestCartHandedOver: { pseudonym: 'ownerId to' },
  HandoverReceived: { pseudonym: 'ownerId' },
  GuestCartMerged: { kept: `${each('items', cartItem)} notices`, pseudonym: 'ownerId guestId' },
  GuestCartClosed: { pseudonym: 'ownerId mergedInto' },
  GuestCartExpired: { pseudonym: 'ownerId' },
  PurchaseLeftCart: { kept: `orderId ${each('lines', line)}`, pseudonym: 'ownerId' },
  PurchaseReturnedToCart: { kept: `orderId ${each('items', cartItem)} notices`, pseudonym: 'ownerId' },
  CheckoutOpened: { kept: 'checkoutId supersedes', pseudonym: 'ownerId' },

  CheckoutStarted: { kept: `${bought} startedAt expiresAt`, pseudonym: 'customerId' },
  DiscountGiven: { kept: 'checkoutId', pseudonym: 'emailKey' },
  PaymentStarted: { kept: 'checkoutId', pseudonym: 'providerOrderId' },
  PaymentPending: { kept: `${bought} pendingAt holdUntil reason`, pseudonym: 'customerId providerOrderId captureId' },
  PendingReasonChanged: { kept: 'checkoutId reason', pseudonym: 'captureId' },
  PaymentRefused: { kept: 'checkoutId code at', pseudonym: 'providerOrderId' },
  PaymentRetryRequested: { kept: 'checkoutId', pseudonym: 'providerOrderId' },
  PaymentUnanswered: { kept: 'checkoutId at', pseudonym: 'providerOrderId' },
  PaymentStartRefused: { kept: 'checkoutId code' },
  CheckoutPaid: { kept: 'checkoutId paidAt', pseudonym: 'providerOrderId captureId' },
  CheckoutReopened: { kept: 'checkoutId expiresAt' },
  StockHeld: { kept: 'checkoutId' },
  StockHeldAgain: { kept: 'checkoutId' },
  CheckoutFinalized: { kept: `checkoutId orderId ${each('taken', line)}` },
  CheckoutExpired: { kept: 'checkoutId' },
  CheckoutSuperseded: { kept: 'checkoutId by' },
  CheckoutAbandoned: { kept: 'checkoutId reason' },
  RefundRequested: { kept: 'checkoutId reason', pseudonym: 'captureId' },
  PaymentRefunded: { kept: 'checkoutId', pseudonym: 'captureId refundId' },
  PaymentRefundDelayed: { kept: 'checkoutId code at', pseudonym: 'captureId' },
  PaymentRefundPending: { kept: 'checkoutId at', pseudonym: 'captureId refundId' },
  PaymentRefundRefused: { kept: 'checkoutId code', pseudonym: 'captureId' },
  PaymentRefundFailed: { kept: 'checkoutId code', pseudonym: 'captureId refundId' },
  PurchaseJoined: { kept: 'checkoutId purchaseId' },
  PurchaseTaken: { kept: 'checkoutId by' },
  PurchaseFreed: { kept: 'checkoutId by' },

  OrderPlaced: {
    kept: `orderId ${each('items', pricedItem)} country paymentMethod paidAt placedAt`,
    pseudonym: 'customerId captureId',
  },
  OrderStatusChanged: { kept: 'orderId at placedAt', pseudonym: 'customerId' },
  OrderAddressChanged: { kept: 'orderId country', pseudonym: 'customerId' },
  OrderDeleted: { kept: 'orderId lines.productId placedAt' },
  OrderRestored: {
    kept: `orderId ${each('items', pricedItem)} country paymentMethod paidAt placedAt shippedAt deliveredAt cancelledAt refunds.code refunds.delayedAt refunds.returnId refunds.at returns.returnId returns.askedAt returns.receivedAt`,
    pseudonym: 'customerId captureId refunds.refundId refunds.providerRefundId',
  },
  RefundCaseOpened: { kept: 'orderId', pseudonym: 'captureId' },
  RefundCaseClosed: { kept: 'orderId', pseudonym: 'customerId' },
  OrderRefundRequested: { kept: 'orderId returnId at', pseudonym: 'customerId refundId captureId' },
  OrderRefunded: { kept: 'orderId placedAt', pseudonym: 'refundId providerRefundId' },
  OrderRefundDelayed: { kept: 'orderId code at', pseudonym: 'refundId' },
  OrderRefundPending: { kept: 'orderId at', pseudonym: 'refundId providerRefundId' },
  OrderRefundFailed: { kept: 'orderId code placedAt', pseudonym: 'refundId providerRefundId' },
  OrderRefundRefused: { kept: 'orderId code', pseudonym: 'refundId' },
  RefundNoted: { kept: 'orderId at placedAt', pseudonym: 'providerRefundId' },
  ReturnRequested: { kept: 'orderId returnId at', pseudonym: 'customerId' },
  ReturnReceived: { kept: 'orderId returnId at' },
  ReturnRestocked: { kept: 'orderId returnId' },
  ReturnAwaited: { kept: 'orderId returnId at' },
  ReturnClosed: { kept: 'orderId returnId at' },
  PiecesGivenUp: { kept: 'orderId moveId pieces.productId', pseudonym: 'refundId' },
  PiecesBackInStock: { kept: 'orderId moveId' },
  ReclaimBegun: { kept: 'orderId holdId pieces.productId' },
  PiecesReclaimed: { kept: 'orderId holdId pieces.productId lines.productId lines.size lines.color' },
  ReclaimEnded: { kept: 'orderId holdId' },

  CaseOpened: {
    kept: `kind checkoutId orderId code ${each('dispute', dispute)} openedAt`,
    pseudonym: 'caseId customerId providerOrderId captureId refundId disputeId debugId',
  },
  CaseUpdated: { kept: `code ${each('dispute', dispute)} at`, pseudonym: 'caseId debugId' },
  CaseReopened: { kept: `code ${each('dispute', dispute)} at`, pseudonym: 'caseId debugId' },
  CaseAttempted: { kept: 'code at', pseudonym: 'caseId personId' },
  CaseClosed: { kept: 'closedAt', pseudonym: 'caseId personId refundId' },

  // Here the checkout id is a pseudonym, because a payment from outside the shop can have any text there.
  SignalReceived: {
    kept: `what currency code ${each('dispute', dispute)} disputeOpenedAt createdAt receivedAt`,
    pseudonym: 'signalId providerOrderId captureId refundId disputeId checkoutId',
  },

  MailBegun: { kept: 'kind begunAt', pseudonym: 'mailId personId' },
  MailSent: { kept: 'kind sentAt', pseudonym: 'mailId personId' },
  MailFailed: { kept: 'kind code', pseudonym: 'mailId personId' },
  MailDropped: { kept: 'kind', pseudonym: 'mailId personId' },

  AccountRegistered: { pseudonym: 'accountId emailKey' },
  PasswordSet: { pseudonym: 'accountId' },
  PasswordStoredAnew: { pseudonym: 'accountId' },
  PasswordChanged: { pseudonym: 'accountId' },
  SignedOutEverywhere: { pseudonym: 'accountId' },
  AccountEdited: { pseudonym: 'accountId emailKey' },
  EmailChangeRequested: { pseudonym: 'accountId emailKey' },
  EmailChanged: { pseudonym: 'accountId emailKey formerKey' },
  EmailConfirmed: { pseudonym: 'accountId emailKey' },
  PasswordForgotten: { pseudonym: 'emailKey' },
  AccountErased: { pseudonym: 'accountId emailKey' },
  AccountKeyDestroyed: { pseudonym: 'accountId' },
  SessionBegun: { kept: 'begunAt', pseudonym: 'accountId sessionId' },
  SessionEnded: { pseudonym: 'accountId sessionId' },
  AdminGranted: { pseudonym: 'accountId' },
  AdminRevoked: { pseudonym: 'accountId' },
  AnalystGranted: { pseudonym: 'accountId' },
  AnalystRevoked: { pseudonym: 'accountId' },

  CorrespondentMet: { pseudonym: 'correspondentId emailKey' },
  CorrespondentErased: { pseudonym: 'correspondentId emailKey' },
  CorrespondentKeyDestroyed: { pseudonym: 'correspondentId emailKey' },
  NewsletterRequested: { pseudonym: 'correspondentId emailKey' },
  NewsletterConfirmed: { pseudonym: 'correspondentId emailKey' },
  NewsletterLeft: { pseudonym: 'correspondentId emailKey' },
  HoldCounted: { kept: 'checkoutId countedAt over', pseudonym: 'networkKey clientKey' },
  DiscountReserved: { kept: 'checkoutId', pseudonym: 'emailKey' },
  DiscountReleased: { kept: 'checkoutId', pseudonym: 'emailKey' },
  MessageReceived: { pseudonym: 'messageId correspondentId emailKey' },
  AddressSaved: { kept: 'addressId savedAt', pseudonym: 'accountId' },
  AddressRemoved: { kept: 'addressId', pseudonym: 'accountId' },

  NoteWritten: { kept: 'noteId orderId at', pseudonym: 'customerId authorId' },

  QuestionKept: { kept: 'name formerName savedAt', pseudonym: 'authorId keyName' },
  RuleKept: { kept: 'name formerName savedAt', pseudonym: 'authorId keyName' },
  QuestionSaved: { kept: 'name savedAt', pseudonym: 'authorId' },
  QuestionRenamed: { kept: 'name newName renamedAt', pseudonym: 'byId' },
  QuestionDeleted: { kept: 'name deletedAt', pseudonym: 'byId' },
  QuestionPutOnBoard: { kept: 'name putAt', pseudonym: 'byId' },
  QuestionTakenOffBoard: { kept: 'name takenAt', pseudonym: 'byId' },
  QuestionSubscribed: { kept: 'name dueAt subscribedAt', pseudonym: 'accountId' },
  QuestionMailDue: { kept: 'name dueAt nextAt', pseudonym: 'accountId' },
  QuestionUnsubscribed: { kept: 'name endedAt', pseudonym: 'accountId' },
  AnswerExported: { kept: 'questionDigest resultDigest madeAt', pseudonym: 'exportId authorId runId' },
  ExportMade: { kept: 'types madeAt', pseudonym: 'exportId authorId' },

  // The owner is an account, a product, a checkout or a case.
  KeyClaimed: { pseudonym: 'ownerId' },
  KeyReleased: { pseudonym: 'ownerId' },

  NothingChanged: { kept: 'command' },

  ShopStarted: { kept: 'release readModels startedAt' },
}
