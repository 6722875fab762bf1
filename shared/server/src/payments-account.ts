/** `simulated`: the shop uses its own PayPal simulator. `baseUrl` is set if the simulator is another process. */
export type Payments =
  | Readonly<{
      simulated: true
      baseUrl: string | undefined
      webhookUrl: string | undefined
    }>
  | Readonly<{
      simulated: false
      baseUrl: string
      clientId: string
      clientSecret: string
      /** Undefined: the account of the credentials. */
      merchantId: string | undefined
      /** Undefined: no webhooks are accepted. */
      webhookId: string | undefined
      /** Certificates in PEM for checking the signatures of webhooks. They are trusted in addition to Node's roots. */
      authorities: string | undefined
    }>

/** A process takes payments, only shows how to pay, or does not use payments. */
export type PaymentsUse = 'taken' | 'shown' | 'none'

type Variables = Readonly<{
  PAYPAL_CLIENT_ID?: string | undefined
  PAYPAL_CLIENT_SECRET?: string | undefined
  PAYPAL_MERCHANT_ID?: string | undefined
  PAYPAL_BASE_URL?: string | undefined
  PAYPAL_WEBHOOK_ID?: string | undefined
  PAYPAL_CA?: string | undefined
  PAYPAL_WEBHOOK_URL?: string | undefined
  ALLOW_SIMULATED_PAYMENTS: SimulatedPayments
  NODE_ENV?: string | undefined
  HOST: string
  PUBLISH?: string | undefined
  PUBLIC_ORIGIN?: string | undefined
  TRUST_PROXY: boolean
}>

export const simulatedPayments = ['false', 'true', 'loopback'] as const
type SimulatedPayments = (typeof simulatedPayments)[number]

const PAYPAL = 'https://api-m.paypal.com'

/** Returns a line for the operator if a variable is missing for this use. */
export function lackingAccount(given: Variables, use: PaymentsUse): string | undefined {
  if (given.PAYPAL_CLIENT_ID) {
    if (use !== 'taken') return undefined
    if (!given.PAYPAL_CLIENT_SECRET) return 'PAYPAL_CLIENT_SECRET: set it, because PAYPAL_CLIENT_ID is set'
    return given.NODE_ENV === 'production' && !given.PAYPAL_WEBHOOK_ID
      ? 'PAYPAL_WEBHOOK_ID: set it, because production must check the signatures of PayPal’s webhooks to /api/webhooks/paypal'
      : undefined
  }
  if (use === 'none') return undefined
  const set = whatNeedsId(given)
  if (set) return `PAYPAL_CLIENT_ID: set it, because ${set} is set`
  if (given.ALLOW_SIMULATED_PAYMENTS === 'true') return undefined
  const opener = whatOpens(given)
  if (opener)
    return `${opener} lets other people buy, but without PAYPAL_CLIENT_ID no money moves. Set PAYPAL_CLIENT_ID, or set ALLOW_SIMULATED_PAYMENTS=true to sell for test money`
  if (given.NODE_ENV !== 'production' || given.ALLOW_SIMULATED_PAYMENTS === 'loopback') return undefined
  return 'PAYPAL_CLIENT_ID: production needs it. To sell for test money, set ALLOW_SIMULATED_PAYMENTS=true'
}

/** A variable that only a real account uses. An id is empty only if its file is empty. */
function whatNeedsId(given: Variables): string | undefined {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_MERCHANT_ID, PAYPAL_WEBHOOK_ID, PAYPAL_CA } = given
  const set = {
    PAYPAL_CLIENT_ID_FILE: PAYPAL_CLIENT_ID === '',
    ...{ PAYPAL_CLIENT_SECRET, PAYPAL_MERCHANT_ID, PAYPAL_WEBHOOK_ID, PAYPAL_CA },
    PAYPAL_BASE_URL: given.PAYPAL_BASE_URL && /(^|\.)paypal\.com$/.test(new URL(given.PAYPAL_BASE_URL).hostname),
  }
  return Object.entries(set).find(([, value]) => value)?.[0]
}

/** `PUBLISH`, the address of a container's published port, is always checked. The other variables are checked only with `loopback`. */
function whatOpens(given: Variables): string | undefined {
  const { HOST, PUBLISH, PUBLIC_ORIGIN, TRUST_PROXY, ALLOW_SIMULATED_PAYMENTS } = given
  if (PUBLISH !== undefined && !isLoopback(PUBLISH)) return `PUBLISH: ${PUBLISH}`
  if (ALLOW_SIMULATED_PAYMENTS !== 'loopback') return undefined
  if (PUBLISH === undefined && !isLoopback(HOST)) return `HOST: ${HOST}`
  if (PUBLIC_ORIGIN && !isLoopback(new URL(PUBLIC_ORIGIN).host)) return `PUBLIC_ORIGIN: ${PUBLIC_ORIGIN}`
  return TRUST_PROXY ? 'TRUST_PROXY: a proxy' : undefined
}

/** A port without a host, such as `:3000`, is published on every address. */
const isLoopback = (place: string) => /^(127(\.\d{1,3}){3}|\[?::1\]?|localhost)(:\d*)?$/.test(place)

export function paymentsOf(given: Variables): Payments {
  const baseUrl = given.PAYPAL_BASE_URL?.replace(/\/+$/, '')
  if (!given.PAYPAL_CLIENT_ID) return { simulated: true, baseUrl, webhookUrl: given.PAYPAL_WEBHOOK_URL }
  return {
    simulated: false,
    baseUrl: baseUrl ?? PAYPAL,
    clientId: given.PAYPAL_CLIENT_ID,
    clientSecret: given.PAYPAL_CLIENT_SECRET ?? '',
    merchantId: given.PAYPAL_MERCHANT_ID,
    webhookId: given.PAYPAL_WEBHOOK_ID,
    authorities: given.PAYPAL_CA,
  }
}
