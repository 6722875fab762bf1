import { ShopError } from '@shop/language/errors'
import type { Address, PricedItem } from '@shop/language/events/bought'

/** The facts of a payment; amounts in integer cents. */
export type PaymentFacts = Readonly<{
  amountCents: number
  currency: string
  /** Whether the shop is the only payee. */
  paysUs: boolean
  /** The `custom_id` of the order: the checkout's id, if the shop made it. */
  customId: string | undefined
}>

/** A capture as the provider reports it. */
export type Capture = PaymentFacts &
  Readonly<{
    id: string
    status: string
    /** Why it is pending or declined, in the provider's word. */
    reason?: string | undefined
    /** `ELIGIBLE`, `PARTIALLY_ELIGIBLE`, `NOT_ELIGIBLE`, or one that is new to the shop. */
    protection?: string | undefined
    /** Begins with the checkout's id where the shop made the order. */
    invoiceId?: string | undefined
  }>

/** A refund as the provider's order lists it; `customId` is the shop's id of a refund that the shop requested. */
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
    /** When the provider made it, in ISO 8601; providers may leave out the fraction of the second. */
    createdAt: string | undefined
    /** `CREATED`, `SAVED`, `APPROVED`, `VOIDED`, `COMPLETED`, `PAYER_ACTION_REQUIRED`, or one that is new to the shop. */
    status: string
    captures: readonly Capture[]
    refunds: readonly ProviderRefund[]
  }>

/** Why the provider did not do what was requested. `code` is its issue, else the error's name. */
export type Problem = Readonly<{
  code: string
  /** The provider's id of its answer, which its support asks for. */
  debugId?: string | undefined
  /** Only the merchant can remove the cause (decisions M18). */
  isForMerchant?: boolean
}>

/** The provider has decided against it. `final`: the same order or refund cannot succeed any more. */
export type Refused = Problem &
  Readonly<{
    is: 'refused'
    final: boolean
    /** The order as the provider shows it, if it does. */
    order?: ProviderOrder
  }>

/** The provider did not act on the request, for a reason that has nothing to do with this payment: see provider-answers.ts. */
export type NotCarriedOut = Problem & Readonly<{ is: 'not carried out'; order?: undefined }>

/** The code of a refund for which nothing is left of its capture: the money has gone back with others. */
export const CAPTURE_FULLY_REFUNDED = 'CAPTURE_FULLY_REFUNDED'

/** The codes of a refund that the provider had accepted, and that has ended there without being made. */
export const REFUND_FAILED = 'REFUND_FAILED'
export const REFUND_CANCELLED = 'REFUND_CANCELLED'

/** The provider did not answer in time, not as documented, or not with an outcome: what has happened there is not known. */
export type Unknown = Readonly<{ is: 'unknown'; cause: Error }>

/** Where a payment stands at the provider. */
export type PaymentState =
  | Readonly<{ is: 'taken'; order: ProviderOrder; capture: Capture }>
  /** The money is taken, but the provider still looks at it, as during a review or while an eCheck clears (decisions S7). */
  | Readonly<{ is: 'pending'; order: ProviderOrder; capture: Capture }>
  /** The buyer has approved it. */
  | Readonly<{ is: 'approved'; order: ProviderOrder }>
  | Readonly<{ is: 'open'; order: ProviderOrder }>
  /** The money was taken and has wholly gone back. */
  | Readonly<{ is: 'given back'; order: ProviderOrder; capture: Capture }>
  /** The order is completed, with a capture whose status is new to the shop: it may hold money (decisions M17). */
  | Readonly<{ is: 'unclear'; order: ProviderOrder; code: string }>
  | Refused
  | NotCarriedOut
  | Unknown

/** Whether a look-up leaves open what has become of a payment: the provider does not report it, or reports what the shop does not understand. */
export const isUntold = (found: PaymentState): found is Extract<PaymentState, { is: 'not carried out' | 'unclear' }> =>
  found.is === 'not carried out' || found.is === 'unclear'

export type Creation = Readonly<{ is: 'created'; providerOrderId: string }> | Refused | NotCarriedOut | Unknown

/** `pending`: the provider has accepted the refund, and has not completed it (decisions O7). */
export type Refunding =
  | Readonly<{ is: 'refunded'; refundId: string }>
  | Readonly<{ is: 'pending'; refundId: string }>
  | Refused
  | NotCarriedOut
  | Unknown

/**
 * What is bought, where it goes and for how much: what an order at the provider is made of. The lines add up to the total, in cents.
 */
export type OrderedGoods = Readonly<{
  checkoutId: string
  totalCents: number
  items: readonly PricedItem[]
  shippingAddress: Address | null
  /** What the provider has refused of an earlier try. The payment goes without it. */
  leavesOut?: LeftOut | undefined
}>

export type LeftOut = 'the address' | 'the address and the lines'

/**
 * The payment provider. Every call has a request id that follows from its arguments, so that a repeat takes effect once. `attempt`
 * counts, from 0, the earlier tries that the provider refused or did not carry out: each has a request id of its own (decisions
 * M14). What the provider does or fails to do is an answer; nothing is thrown.
 */
export interface PaymentProvider {
  /** Creates an order over the checkout's total, in USD. */
  createOrder(order: OrderedGoods & Readonly<{ attempt: number }>): Promise<Creation>
  lookUp(providerOrderId: string): Promise<PaymentState>
  /** Captures an approved order. */
  capture(order: { checkoutId: string; providerOrderId: string; attempt: number }): Promise<PaymentState>
  /** Refunds what is not yet refunded of a capture; or a part of it, in cents, once for each `refundId`. */
  refund(refund: {
    checkoutId: string
    captureId: string
    attempt: number
    part?: Readonly<{ refundId: string; amountCents: number }>
  }): Promise<Refunding>
  /** What has become of a refund, by the provider's id of it. */
  lookUpRefund(refundId: string): Promise<Refunding>
}

const NO_ANSWER = 'The payment provider does not answer right now. Try again in a moment'

/** Whether a refund has ended without being made, by a look-up: it may answer otherwise for a reason of its own. */
export const refundHasFailed = (found: Refunding): found is Refused =>
  found.is === 'refused' && [REFUND_FAILED, REFUND_CANCELLED].includes(found.code)

/** The same answer, if the provider has given one. Throws PROVIDER_UNAVAILABLE with this message. */
export function answered<Answer extends Readonly<{ is: string }>>(
  answer: Answer | Unknown,
  message = NO_ANSWER,
): Exclude<Answer, Unknown> {
  if (answer.is !== 'unknown') return answer as Exclude<Answer, Unknown>
  throw new ShopError('PROVIDER_UNAVAILABLE', message, { cause: (answer as Unknown).cause })
}
