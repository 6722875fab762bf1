/** What a payment says of itself; amounts in integer cents. */
export type PaymentFacts = Readonly<{
  amountCents: number
  currency: string
  /** Whether the money comes to us and to nobody else. */
  paysUs: boolean
  /** What the order's maker wrote on it: our checkout's id. */
  customId: string | undefined
}>

/** One taking of money as the provider tells it. */
export type Capture = PaymentFacts & Readonly<{ id: string; status: string }>

export type ProviderOrder = PaymentFacts &
  Readonly<{
    id: string
    status: 'CREATED' | 'SAVED' | 'APPROVED' | 'VOIDED' | 'COMPLETED' | 'PAYER_ACTION_REQUIRED'
    captures: readonly Capture[]
  }>

/**
 * Whoever takes the money. Every call is idempotent by what it is for: asked twice, it happens once. Throws
 * ShopError PROVIDER_UNAVAILABLE when the provider is down or slow (five seconds at most), and the call may be repeated.
 */
export interface PaymentProvider {
  /** An order over the checkout's total, in USD, priced by us. */
  createOrder(order: { checkoutId: string; totalCents: number }): Promise<{ providerOrderId: string }>
  /** Undefined for an order that the provider does not know. */
  orderOf(providerOrderId: string): Promise<ProviderOrder | undefined>
  /** Takes the money of an approved order. Throws PAYMENT_NOT_VERIFIED when the provider declines or nobody approved. */
  capture(order: { checkoutId: string; providerOrderId: string }): Promise<ProviderOrder>
  /** Gives a capture back, all that is left of it. */
  refund(refund: { checkoutId: string; captureId: string }): Promise<{ refundId: string }>
}
