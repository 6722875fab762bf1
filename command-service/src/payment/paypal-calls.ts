import type * as z from 'zod'
import { DECLINED, type Refused } from './payment-provider.ts'
import { RefusalShape, TokenShape } from './paypal-shapes.ts'

const TOKEN_RESERVE_MS = 60_000

export type Credentials = Readonly<{
  /** The address of PayPal, its sandbox or the simulator. */
  baseUrl: string
  clientId: string
  clientSecret: string
}>

export type Answer = Readonly<{ status: number; body: unknown }>
/** `requestId` (PayPal-Request-Id): a repeated POST with the same one takes effect once. */
export type Call = Readonly<{ method: 'GET' | 'POST'; path: string; body?: object; requestId?: string }>

/** Calls PayPal's REST API with a token, which is requested when there is none or PayPal refuses the old one. */
export function createPaypalCalls({ baseUrl, clientId, clientSecret }: Credentials) {
  let token: { text: string; untilMs: number } | undefined

  async function bearer(signal: AbortSignal): Promise<string> {
    if (token && token.untilMs > Date.now()) return `Bearer ${token.text}`
    const response = await fetch(`${baseUrl}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      redirect: 'error',
      signal,
    })
    const { access_token, expires_in } = read(TokenShape, { status: response.status, body: await response.json() })
    token = { text: access_token, untilMs: Date.now() + expires_in * 1000 - TOKEN_RESERVE_MS }
    return `Bearer ${access_token}`
  }

  async function send({ method, path, body, requestId }: Call, authorization: string, signal: AbortSignal) {
    const headers = {
      authorization,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(requestId && { 'paypal-request-id': requestId }),
    }
    const text = body && { body: JSON.stringify(body) }
    const response = await fetch(`${baseUrl}${path}`, { method, headers, ...text, redirect: 'error', signal })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  }

  return async function call(request: Call, signal: AbortSignal): Promise<Answer> {
    const answer = await send(request, await bearer(signal), signal)
    if (answer.status !== 401) return answer
    token = undefined
    return send(request, await bearer(signal), signal)
  }
}

/** Parses a successful answer. Throws for any other. */
export function read<Schema extends z.ZodType>(schema: Schema, { status, body }: Answer): z.output<Schema> {
  if (status >= 300) throw new Error(`PayPal answered ${status}`)
  return schema.parse(body)
}

/** PayPal's 422s after which the buyer may still pay the same order. */
const NOT_FINAL = new Set([DECLINED, 'ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED'])

/**
 * A 4xx is a refusal of this one call: PayPal is there. 422 and 404 are about the payment, and final but for three issues;
 * the others are about the call (credentials, permissions, too many), which may be allowed later.
 */
export function refusalOf({ status, body }: Answer): Refused | undefined {
  if (status < 400 || status >= 500) return undefined
  const { name, details } = RefusalShape.safeParse(body).data ?? {}
  const code = details?.[0]?.issue ?? name ?? String(status)
  return { is: 'refused', code, final: (status === 422 || status === 404) && !NOT_FINAL.has(code) }
}
