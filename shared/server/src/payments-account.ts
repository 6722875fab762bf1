/** Simulated: the shop runs its own PayPal; `baseUrl` is then set only if it is another process. */
export type Payments =
  | Readonly<{ simulated: true; baseUrl: string | undefined }>
  | Readonly<{
      simulated: false
      baseUrl: string
      clientId: string
      clientSecret: string
      /** Absent: the account of the credentials. */
      merchantId: string | undefined
    }>

/** How a process uses payments: it takes them, it shows how to pay, or not at all. */
export type PaymentsUse = 'taken' | 'shown' | 'none'

type Variables = Readonly<{
  PAYPAL_CLIENT_ID?: string | undefined
  PAYPAL_CLIENT_SECRET?: string | undefined
  PAYPAL_MERCHANT_ID?: string | undefined
  PAYPAL_BASE_URL?: string | undefined
  ALLOW_SIMULATED_PAYMENTS: boolean
  NODE_ENV?: string | undefined
}>

const PAYPAL = 'https://api-m.paypal.com'

/** The missing variable for this use, in a line for the operator. */
export function lackingAccount(given: Variables, use: PaymentsUse): string | undefined {
  if (given.PAYPAL_CLIENT_ID)
    return use === 'taken' && !given.PAYPAL_CLIENT_SECRET
      ? 'PAYPAL_CLIENT_SECRET: PAYPAL_CLIENT_ID needs it'
      : undefined
  if (use === 'none' || given.NODE_ENV !== 'production' || given.ALLOW_SIMULATED_PAYMENTS) return undefined
  return 'PAYPAL_CLIENT_ID: production needs it, or ALLOW_SIMULATED_PAYMENTS=true to sell for test money'
}

export function paymentsOf(given: Variables): Payments {
  const baseUrl = given.PAYPAL_BASE_URL?.replace(/\/+$/, '')
  if (!given.PAYPAL_CLIENT_ID) return { simulated: true, baseUrl }
  return {
    simulated: false,
    baseUrl: baseUrl ?? PAYPAL,
    clientId: given.PAYPAL_CLIENT_ID,
    clientSecret: given.PAYPAL_CLIENT_SECRET ?? '',
    merchantId: given.PAYPAL_MERCHANT_ID,
  }
}
