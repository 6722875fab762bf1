import { ShopError } from '@shop/language/errors'
import type { Address, PricedItem } from '@shop/language/events/bought'

export type PaymentFacts = Readonly<{
  amountCents: number
  currency: string
  /** Whether the shop is the only payee. */
  paysUs: boolean
  /** If the shop made the order, this is the checkout's id. */
  customId: string | undefined
}>

export type Capture = PaymentFacts &
  Readonly<{
    id: string
    status: string
    /** Why the capture is pending or declined, in the provider's words. */
    reason?: string | undefined
    /** `ELIGIBLE`, `PARTIALLY_ELIGIBLE`, `NOT_ELIGIBLE`, or a value that is new to the shop. */
    protection?: string | undefined
    /** If the shop made the order, this begins with the checkout's id. */
    invoiceId?: string | undefined
  }>

/** `customId`: the shop's id of the refund, if the shop requested the refund. */
export type ProviderRefund = Readonly<{
  id: string
  captureId: string | undefined
  status: string
  amountCents: number
  currency: string
  customId: string | undefined
}>

export type ProviderOrder = PaymentFacts &
  Readonly<{
    id: string
    /** In ISO 8601, possibly without the fraction of the second. */
    createdAt: string | undefined
    /** `CREATED`, `SAVED`, `APPROVED`, `VOIDED`, `COMPLETED`, `PAYER_ACTION_REQUIRED`, or a value that is new to the shop. */
    status: string
    captures: readonly Capture[]
    refunds: readonly ProviderRefund[]
  }>

/** `code`: the issue that the provider names, or else the error's name. */
export type Problem = Readonly<{
  code: string
  /** The answer's id, for the provider's support. */
  debugId?: string | undefined
  /** True if only the merchant can remove the cause (decisions M18). */
  isForMerchant?: boolean
}>

/** `final`: the same order or refund can never succeed. */
export type Refused = Problem &
  Readonly<{
    is: 'refused'
    final: boolean
    order?: ProviderOrder
  }>

/** The provider did not act, for a reason that has nothing to do with this payment. */
export type NotCarriedOut = Problem & Readonly<{ is: 'not carried out'; order?: undefined }>

/** A refund is refused with this code if other refunds have returned all money of the capture. */
export const CAPTURE_FULLY_REFUNDED = 'CAPTURE_FULLY_REFUNDED'

/** The codes of refunds that failed after the provider had accepted them. */
export const REFUND_FAILED = 'REFUND_FAILED'
export const REFUND_CANCELLED = 'REFUND_CANCELLED'

export type OrderOfCapture = Readonly<{ is: 'found'; providerOrderId: string | undefined }>

/** The provider was not called, did not answer in time, or gave an answer that is not documented or names no outcome. */
export type Unknown = Readonly<{ is: 'unknown'; cause: Error }>

export type PaymentState =
  | Readonly<{ is: 'taken'; order: ProviderOrder; capture: Capture }>
  /** The money is taken, but the provider still reviews it, or an eCheck is not cleared yet (decisions S7: pending money). */
  | Readonly<{ is: 'pending'; order: ProviderOrder; capture: Capture }>
  | Readonly<{ is: 'approved'; order: ProviderOrder }>
  | Readonly<{ is: 'open'; order: ProviderOrder }>
  | Readonly<{ is: 'given back'; order: ProviderOrder; capture: Capture }>
  /**
   * The shop does not understand a completed order or the status of a capture, or, without `order`, the whole answer. The provider may hold
   * money (decisions M17).
   */
  | Readonly<{ is: 'unclear'; order?: ProviderOrder; code: string }>
  | Refused
  | NotCarriedOut
  | Unknown

/** Whether a look-up was answered with 404. */
export const isNotFound = (found: PaymentState) => found.is === 'refused' && !found.order

export type Creation = Readonly<{ is: 'created'; providerOrderId: string }> | Refused | NotCarriedOut | Unknown

/** `pending`: the provider has accepted the refund and has not made it yet (decisions O7). */
export type Refunding =
  | Readonly<{ is: 'refunded'; refundId: string }>
  | Readonly<{ is: 'pending'; refundId: string }>
  | Refused
  | NotCarriedOut
  | Unknown

/** The prices paid for the lines add up to the total. */
export type OrderedGoods = Readonly<{
  checkoutId: string
  totalCents: number
  items: readonly PricedItem[]
  shippingAddress: Address | null
  /** What the next try leaves out, because the provider refused it before. */
  leavesOut?: LeftOut | undefined
}>

export type LeftOut = 'the address' | 'the address and the lines'

/**
 * Every call that changes something has a request id made from its arguments, so that a repeated call takes effect once. `attempt`: how
 * many earlier tries the provider refused or did not carry out. Each attempt has a different request id (decisions M14). A failure of the
 * provider is returned as an answer; nothing is thrown.
 */
export interface PaymentProvider {
  /** Creates an order for the checkout's total, in USD. */
  createOrder(order: OrderedGoods & Readonly<{ attempt: number }>): Promise<Creation>
  lookUp(providerOrderId: string): Promise<PaymentState>
  /** Finds the order that a capture belongs to. */
  orderOf(captureId: string): Promise<OrderOfCapture | Refused | NotCarriedOut | Unknown>
  capture(order: { checkoutId: string; providerOrderId: string; attempt: number }): Promise<PaymentState>
  /** Refunds the rest of a capture. If `part` is given, refunds only the part's amount, once for each `refundId`. */
  refund(refund: {
    checkoutId: string
    captureId: string
    attempt: number
    part?: Readonly<{ refundId: string; amountCents: number }>
  }): Promise<Refunding>
  /** `refundId`: the provider's id. */
  lookUpRefund(refundId: string): Promise<Refunding>
}

const NO_ANSWER = 'The payment provider does not answer right now. Try again in a moment'

/** Whether a look-up says that a refund has failed. Any other refusal is about the look-up, not about the refund. */
export const refundHasFailed = (found: Refunding): found is Refused =>
  found.is === 'refused' && [REFUND_FAILED, REFUND_CANCELLED].includes(found.code)

/** Throws PROVIDER_UNAVAILABLE if the provider has not answered. */
export function answered<Answer extends Readonly<{ is: string }>>(
  answer: Answer | Unknown,
  message = NO_ANSWER,
): Exclude<Answer, Unknown> {
  if (answer.is !== 'unknown') return answer as Exclude<Answer, Unknown>
  throw new ShopError('PROVIDER_UNAVAILABLE', message, { cause: (answer as Unknown).cause })
}
