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
    /** Why it is pending or declined, in the provider's term. */
    reason?: string | undefined
    /** `ELIGIBLE`, `PARTIALLY_ELIGIBLE`, `NOT_ELIGIBLE`, or a value that is new to the shop. */
    protection?: string | undefined
    /** Begins with the checkout's id if the shop made the order. */
    invoiceId?: string | undefined
  }>

/** A refund as the provider's order lists it. `customId` is the shop's id of a refund that the shop requested. */
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
    /** `CREATED`, `SAVED`, `APPROVED`, `VOIDED`, `COMPLETED`, `PAYER_ACTION_REQUIRED`, or a value that is new to the shop. */
    status: string
    captures: readonly Capture[]
    refunds: readonly ProviderRefund[]
  }>

/** Why the provider did not do what was requested. `code` is its issue, else the error's name. */
export type Problem = Readonly<{
  code: string
  /** The provider's id of its answer, which its support needs. */
  debugId?: string | undefined
  /** Only the merchant can remove the cause (decisions M18). */
  isForMerchant?: boolean
}>

/** The provider refused. `final`: the same order or refund cannot succeed any more. */
export type Refused = Problem &
  Readonly<{
    is: 'refused'
    final: boolean
    /** The order, if the provider shows it. */
    order?: ProviderOrder
  }>

/** The provider did not act on the request, for a reason unrelated to this payment; see provider-answers.ts. */
export type NotCarriedOut = Problem & Readonly<{ is: 'not carried out'; order?: undefined }>

/** The code of a refund whose capture has no money left: other refunds have returned it. */
export const CAPTURE_FULLY_REFUNDED = 'CAPTURE_FULLY_REFUNDED'

/** The codes of a refund that the provider had accepted, and that ended there without being made. */
export const REFUND_FAILED = 'REFUND_FAILED'
export const REFUND_CANCELLED = 'REFUND_CANCELLED'

/** The provider did not answer in time, as documented, or with an outcome: it is not known what happened there. */
export type Unknown = Readonly<{ is: 'unknown'; cause: Error }>

/** The state of a payment at the provider. */
export type PaymentState =
  | Readonly<{ is: 'taken'; order: ProviderOrder; capture: Capture }>
  /** The money is taken, but the provider still reviews it, or an eCheck has yet to clear (decisions S7: pending money). */
  | Readonly<{ is: 'pending'; order: ProviderOrder; capture: Capture }>
  /** The buyer has approved the payment. */
  | Readonly<{ is: 'approved'; order: ProviderOrder }>
  | Readonly<{ is: 'open'; order: ProviderOrder }>
  /** The money was taken and has been refunded completely. */
  | Readonly<{ is: 'given back'; order: ProviderOrder; capture: Capture }>
  /** The order is completed, but the status of its capture is new to the shop: it may hold money (decisions M17). */
  | Readonly<{ is: 'unclear'; order: ProviderOrder; code: string }>
  | Refused
  | NotCarriedOut
  | Unknown

/** Whether a look-up leaves the outcome open: the provider does not report it, or reports something that the shop does not understand. */
export const leavesOutcomeOpen = (
  found: PaymentState,
): found is Extract<PaymentState, { is: 'not carried out' | 'unclear' }> =>
  found.is === 'not carried out' || found.is === 'unclear'

export type Creation = Readonly<{ is: 'created'; providerOrderId: string }> | Refused | NotCarriedOut | Unknown

/** `pending`: the provider has accepted the refund and has not completed it (decisions O7). */
export type Refunding =
  | Readonly<{ is: 'refunded'; refundId: string }>
  | Readonly<{ is: 'pending'; refundId: string }>
  | Refused
  | NotCarriedOut
  | Unknown

/** The content of an order at the provider: what is bought, where it goes, and the total. The lines add up to the total, in cents. */
export type OrderedGoods = Readonly<{
  checkoutId: string
  totalCents: number
  items: readonly PricedItem[]
  shippingAddress: Address | null
  /** What the provider has refused in an earlier try. The payment goes on without it. */
  leavesOut?: LeftOut | undefined
}>

export type LeftOut = 'the address' | 'the address and the lines'

/**
 * The payment provider. Every call has a request id made from its arguments, so that a repeat takes effect once. `attempt` counts, from 0,
 * the earlier tries that the provider refused or did not carry out; each attempt has a different request id (decisions M14). Failures
 * of the provider are answers too; nothing is thrown.
 */
export interface PaymentProvider {
  /** Creates an order for the checkout's total, in USD. */
  createOrder(order: OrderedGoods & Readonly<{ attempt: number }>): Promise<Creation>
  lookUp(providerOrderId: string): Promise<PaymentState>
  /** Captures an approved order. */
  capture(order: { checkoutId: string; providerOrderId: string; attempt: number }): Promise<PaymentState>
  /** Refunds what is left of a capture; or a part of it, in cents, once for each `refundId`. */
  refund(refund: {
    checkoutId: string
    captureId: string
    attempt: number
    part?: Readonly<{ refundId: string; amountCents: number }>
  }): Promise<Refunding>
  /** The state of a refund, by the provider's id. */
  lookUpRefund(refundId: string): Promise<Refunding>
}

const NO_ANSWER = 'The payment provider does not answer right now. Try again in a moment'

/** Whether a look-up says that a refund ended without being made. A refused look-up with another code says nothing about the refund. */
export const refundHasFailed = (found: Refunding): found is Refused =>
  found.is === 'refused' && [REFUND_FAILED, REFUND_CANCELLED].includes(found.code)

/** Returns the answer if the provider has given one. Throws PROVIDER_UNAVAILABLE with this message otherwise. */
export function answered<Answer extends Readonly<{ is: string }>>(
  answer: Answer | Unknown,
  message = NO_ANSWER,
): Exclude<Answer, Unknown> {
  if (answer.is !== 'unknown') return answer as Exclude<Answer, Unknown>
  throw new ShopError('PROVIDER_UNAVAILABLE', message, { cause: (answer as Unknown).cause })
}
