import { randomUUID } from 'node:crypto'
import { webhookQuestions } from '@shop/server/limits/budgets'
import * as z from 'zod'
import { type Answer, type Call, type Credentials, createPaypalCalls } from '../payment/paypal-calls.ts'
import { CreatedShape, RefusalShape, UserShape } from '../payment/paypal-shapes.ts'
import { keepCertificates } from '../payment/webhook-certificates.ts'
import { paypalTrust } from '../payment/webhook-trust.ts'
import { followedEvents } from '../webhook/webhook-shapes.ts'

export type Account = Credentials &
  Readonly<{ merchantId: string | undefined; webhookId: string | undefined; authorities: string | undefined }>
type Shop = Readonly<{
  publicOrigin: string | undefined
  /** The operator must give this address, because PayPal sends it only in webhooks. */
  certUrl: string | undefined
  fetchPem?: (url: URL) => Promise<string>
}>
export type Finding = Readonly<{ what: string; is: 'ok' | 'wrong' | 'not tried'; says: string }>

const TIMEOUT_MS = 20_000
const WebhookShape = z.object({ url: z.string(), event_types: z.array(z.object({ name: z.string() })) })

/** No money moves. */
export async function checkPaypal(account: Account, shop: Shop): Promise<readonly Finding[]> {
  const call = createPaypalCalls(account)
  const ask = (request: Call) => call(request, AbortSignal.timeout(TIMEOUT_MS))
  const tries = [
    ['account', () => tryPayee(ask, account)],
    ['order', () => tryOrder(ask, account)],
    ['webhook', () => tryWebhook(ask, account, shop)],
    ['certificate', () => tryCertificate(account, shop)],
  ] as const
  const findings: Finding[] = []
  for (const [what, attempt] of tries) {
    const found = await attempt().catch((error: unknown) =>
      wrong(`${reasonOf(error)}. Check that this machine can reach ${account.baseUrl} and PayPal’s other addresses`),
    )
    findings.push({ what, ...found })
    if (what === 'account' && found.says === WRONG_SECRET) break
  }
  return findings
}

type Outcome = Omit<Finding, 'what'>
type Ask = (request: Call) => Promise<Answer>

const ok = (says: string): Outcome => ({ is: 'ok', says })
const wrong = (says: string): Outcome => ({ is: 'wrong', says })

const WRONG_SECRET =
  'PayPal gives no token for PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET. Copy both again from the app. Check PAYPAL_BASE_URL: sandbox credentials work only at https://api-m.sandbox.paypal.com'

async function tryPayee(ask: Ask, { merchantId }: Account): Promise<Outcome> {
  const answer = await ask({ is: 'payee', method: 'GET', path: '/v1/identity/oauth2/userinfo?schema=paypalv1.1' })
  if (answer.of === 'token') return wrong(WRONG_SECRET)
  const payer = UserShape.safeParse(answer.body).data?.payer_id
  if (answer.status >= 400 || !payer)
    return merchantId
      ? ok(
          `The token works, but PayPal does not say to which account it belongs. Payments go to PAYPAL_MERCHANT_ID ${merchantId}`,
        )
      : wrong(
          `The token works, but PayPal does not say to which account it belongs. Set PAYPAL_MERCHANT_ID. ${refusalIn(answer)}`,
        )
  if (merchantId && merchantId !== payer)
    return wrong(
      `The credentials belong to the account ${payer}, but PAYPAL_MERCHANT_ID is ${merchantId}. Remove PAYPAL_MERCHANT_ID. Keep it only if account ${merchantId} lets this app take payments for it`,
    )
  return ok(`The token works. Payments go to the account ${payer}`)
}

async function tryOrder(ask: Ask, { merchantId }: Account): Promise<Outcome> {
  const unit = {
    custom_id: 'check-paypal',
    amount: { currency_code: 'USD', value: '1.00' },
    ...(merchantId && { payee: { merchant_id: merchantId } }),
  }
  const body = { intent: 'CAPTURE', purchase_units: [unit] }
  const request = { is: 'create', method: 'POST', path: '/v2/checkout/orders', requestId: randomUUID(), body } as const
  const answer = await ask(request)
  if (answer.status >= 400)
    return wrong(
      `PayPal refuses an order of 1.00 USD. ${refusalIn(answer)} Solve this in the account, or ask PayPal’s support`,
    )
  const { id, purchase_units: units } = CreatedShape.parse(answer.body)
  const payee = units?.[0]?.payee?.merchant_id
  if (merchantId && payee && payee !== merchantId)
    return wrong(
      `The money for an order would go to the PayPal account ${payee}, but PAYPAL_MERCHANT_ID is ${merchantId}`,
    )
  return ok(`A test order of 1.00 USD was created (${id}). It is not paid, and expires by itself`)
}

async function tryWebhook(ask: Ask, { webhookId }: Account, { publicOrigin }: Shop): Promise<Outcome> {
  if (!webhookId) return wrong('PAYPAL_WEBHOOK_ID is not set. Create a webhook in the app at PayPal, and set its id')
  const answer = await ask({ is: 'webhooks', method: 'GET', path: `/v1/notifications/webhooks/${webhookId}` })
  if (answer.status >= 400)
    return wrong(
      `PayPal has no webhook ${webhookId} for this app. ${refusalIn(answer)} Copy PAYPAL_WEBHOOK_ID again: sandbox and live webhooks have different ids`,
    )
  const { url, event_types } = WebhookShape.parse(answer.body)
  const wanted = `${publicOrigin ?? 'https://<your shop>'}/api/webhooks/paypal`
  const isOurs = publicOrigin ? url === wanted : /^https:\/\/[^/]+\/api\/webhooks\/paypal$/.test(url)
  if (!isOurs) return wrong(`The webhook goes to ${url}. It must go to ${wanted}`)
  const names = event_types.map(({ name }) => name)
  const missing = names.includes('*') ? [] : followedEvents.filter((name) => !names.includes(name))
  if (missing.length > 0) return wrong(`The webhook is not subscribed to ${missing.join(', ')}: choose them at PayPal`)
  return ok(`The webhook goes to ${url}, with all events that the shop follows`)
}

async function tryCertificate({ webhookId, authorities }: Account, { certUrl, fetchPem }: Shop): Promise<Outcome> {
  if (!certUrl)
    return {
      is: 'not tried',
      says: 'PayPal sends the address of its certificate only in webhooks. The line “A webhook cannot be verified” in the shop’s output has this address as certUrl. Run the check with it: npm run shop -- check-paypal https://api.paypal.com/v1/notifications/certs/…',
    }
  const found = await keepCertificates(paypalTrust(webhookId, authorities), fetchPem && { fetchPem }).at(certUrl)
  if (found.is === 'elsewhere') return wrong(`${certUrl} is not an address of a PayPal certificate`)
  if (found.is === 'none') return wrong(`The file at ${certUrl} is not a certificate that signs webhooks`)
  if (found.is === 'trusted') return ok('The certificate is trusted, so webhooks are verified here')
  return wrong(
    `The shop does not trust the certificate’s name or the authority that signed it. So the shop asks PayPal to verify webhooks, at most ${webhookQuestions.points} a minute. If the authority is missing, put its certificate into PAYPAL_CA_FILE`,
  )
}

function refusalIn({ status, body, debugId }: Answer): string {
  const { name, error, details, debug_id } = RefusalShape.safeParse(body).data ?? {}
  const words = [name ?? error, details?.[0]?.issue].filter(Boolean).join(' ')
  const id = debug_id ?? debugId
  return `PayPal says ${status} ${words}${id ? ` (debug id ${id})` : ''}.`
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? [error.message, ...(error.cause ? [reasonOf(error.cause)] : [])].join(': ') : String(error)
