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
export type Capture = PaymentFacts & Readonly<{ id: string; status: string }>

export type ProviderOrder = PaymentFacts &
  Readonly<{
    id: string
    /** When the provider made it, in ISO 8601; providers may leave out the fraction of the second. */
    createdAt: string | undefined
    status: 'CREATED' | 'SAVED' | 'APPROVED' | 'VOIDED' | 'COMPLETED' | 'PAYER_ACTION_REQUIRED'
    captures: readonly Capture[]
  }>

/**
 * The payment provider. Every call is idempotent by its checkout, order or capture. Throws
 * ShopError PROVIDER_UNAVAILABLE when the provider is down or slow (five seconds at most); the call may be repeated.
 */
export interface PaymentProvider {
  /** Creates an order over the checkout's total, in USD. */
  createOrder(order: { checkoutId: string; totalCents: number }): Promise<{ providerOrderId: string }>
  /** Undefined for an order that the provider does not know. */
  orderOf(providerOrderId: string): Promise<ProviderOrder | undefined>
  /** Captures an approved order. Throws PAYMENT_NOT_VERIFIED when the provider declines or the order is not approved. */
  capture(order: { checkoutId: string; providerOrderId: string }): Promise<ProviderOrder>
  /** Refunds what is not yet refunded of a capture. */
  refund(refund: { checkoutId: string; captureId: string }): Promise<{ refundId: string }>
}
