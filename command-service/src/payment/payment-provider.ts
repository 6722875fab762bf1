import { ShopError } from '@shop/language/errors'

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
  }>

export type ProviderOrder = PaymentFacts &
  Readonly<{
    id: string
    /** When the provider made it, in ISO 8601; providers may leave out the fraction of the second. */
    createdAt: string | undefined
    status: 'CREATED' | 'SAVED' | 'APPROVED' | 'VOIDED' | 'COMPLETED' | 'PAYER_ACTION_REQUIRED'
    captures: readonly Capture[]
  }>

/** The provider says no, for the reason that its `code` names. `final`: asked again, it refuses again. */
export type Refused = Readonly<{
  is: 'refused'
  code: string
  final: boolean
  /** The order as the provider shows it, if it does. */
  order?: ProviderOrder
}>

/** The code of a refusal of the buyer's card or account, now: the same payment may be tried with another. */
export const DECLINED = 'INSTRUMENT_DECLINED'

/** The provider did not answer within five seconds, or not as documented: what has happened there is not known. */
export type Unknown = Readonly<{ is: 'unknown'; cause: Error }>

/** Where a payment stands at the provider. */
export type PaymentState =
  | Readonly<{ is: 'taken'; order: ProviderOrder; capture: Capture }>
  /** The money is taken, but the provider still looks at it, as during a review or while an eCheck clears (decisions S7). */
  | Readonly<{ is: 'pending'; order: ProviderOrder; capture: Capture }>
  /** The buyer has approved it. */
  | Readonly<{ is: 'approved'; order: ProviderOrder }>
  | Readonly<{ is: 'open'; order: ProviderOrder }>
  | Refused
  | Unknown

/** Of a look-up: whether the provider refuses to tell of a payment, as without the permission for it: what has become of it is not known. */
export const isUntold = (found: PaymentState): found is Refused =>
  found.is === 'refused' && !found.final && !found.order

export type Creation = Readonly<{ is: 'created'; providerOrderId: string }> | Refused | Unknown
export type Refunding = Readonly<{ is: 'refunded'; refundId: string }> | Refused | Unknown

/**
 * The payment provider. Every call is idempotent by its checkout, order or capture, and may be repeated. What the provider
 * does or fails to do is an answer; nothing is thrown.
 */
export interface PaymentProvider {
  /** Creates an order over the checkout's total, in USD; another one at each `attempt`, from 0. */
  createOrder(order: { checkoutId: string; totalCents: number; attempt: number }): Promise<Creation>
  lookUp(providerOrderId: string): Promise<PaymentState>
  /** Captures an approved order. */
  capture(order: { checkoutId: string; providerOrderId: string }): Promise<PaymentState>
  /** Refunds what is not yet refunded of a capture; or a part of it, in cents, once for each `refundId`. */
  refund(refund: {
    checkoutId: string
    captureId: string
    part?: Readonly<{ refundId: string; amountCents: number }>
  }): Promise<Refunding>
}

/** The same answer, if it is one. Throws PROVIDER_UNAVAILABLE. */
export function answered<Answer extends Readonly<{ is: string }>>(answer: Answer | Unknown): Exclude<Answer, Unknown> {
  if (answer.is !== 'unknown') return answer as Exclude<Answer, Unknown>
  const message = 'The payment provider does not answer right now. Try again in a moment'
  throw new ShopError('PROVIDER_UNAVAILABLE', message, { cause: (answer as Unknown).cause })
}
