/**
 * The account for payments. `simulated`: the shop uses its own PayPal simulator. Then `baseUrl` is set only if the simulator is another
 * process.
 */
export type Payments =
  | Readonly<{
      simulated: true
      baseUrl: string | undefined
      /** The address to which a simulator in another process sends its webhooks. */
      webhookUrl: string | undefined
    }>
  | Readonly<{
      simulated: false
      baseUrl: string
      clientId: string
      clientSecret: string
      /** Undefined: the account to which the credentials belong. */
      merchantId: string | undefined
      /** The webhook's id at PayPal. Undefined: no webhooks are accepted. */
      webhookId: string | undefined
      /** Certificates in PEM for checking the signatures of webhooks. They are trusted in addition to Node's roots. */
      authorities: string | undefined
    }>

/** How a process uses payments: it takes them, it only shows how to pay, or it does neither. */
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

/** Whether a production shop may take test money: never, always, or only while no other machine can reach the shop. */
export const simulatedPayments = ['false', 'true', 'loopback'] as const
export type SimulatedPayments = (typeof simulatedPayments)[number]

const PAYPAL = 'https://api-m.paypal.com'

/** Returns a line for the operator if a variable is missing for this use. */
export function lackingAccount(given: Variables, use: PaymentsUse): string | undefined {
  if (given.PAYPAL_CLIENT_ID) {
    if (use !== 'taken') return undefined
    if (!given.PAYPAL_CLIENT_SECRET) return 'PAYPAL_CLIENT_SECRET: PAYPAL_CLIENT_ID needs it'
    return given.NODE_ENV === 'production' && !given.PAYPAL_WEBHOOK_ID
      ? 'PAYPAL_WEBHOOK_ID: production needs it, for the signatures of what PayPal sends to /api/webhooks/paypal'
      : undefined
  }
  if (use === 'none' || given.ALLOW_SIMULATED_PAYMENTS === 'true') return undefined
  const opener = whatOpens(given)
  if (opener)
    return `${opener} lets others buy, and without PAYPAL_CLIENT_ID no money moves: set it, or ALLOW_SIMULATED_PAYMENTS=true to sell for test money`
  if (given.NODE_ENV !== 'production' || given.ALLOW_SIMULATED_PAYMENTS === 'loopback') return undefined
  return 'PAYPAL_CLIENT_ID: production needs it, or ALLOW_SIMULATED_PAYMENTS=true to sell for test money'
}

/**
 * With PUBLISH or the setting `loopback`, only the shop's own machine may reach the shop. Returns the variable that would let other
 * machines reach it; undefined if there is no such variable. `PUBLISH`: the address at which a container's port is published. The process
 * in the container cannot see this address in another way.
 */
function whatOpens(given: Variables): string | undefined {
  const { HOST, PUBLISH, PUBLIC_ORIGIN, TRUST_PROXY, ALLOW_SIMULATED_PAYMENTS } = given
  if (PUBLISH !== undefined && !isLoopback(PUBLISH)) return `PUBLISH: ${PUBLISH}`
  if (ALLOW_SIMULATED_PAYMENTS !== 'loopback') return undefined
  if (PUBLISH === undefined && !isLoopback(HOST)) return `HOST: ${HOST}`
  if (PUBLIC_ORIGIN && !isLoopback(new URL(PUBLIC_ORIGIN).host)) return `PUBLIC_ORIGIN: ${PUBLIC_ORIGIN}`
  return TRUST_PROXY ? 'TRUST_PROXY: a proxy' : undefined
}

/** Whether an address is on this machine: `127.0.0.1:3000`, `[::1]`. If it has only a port, the port is published on every address. */
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
