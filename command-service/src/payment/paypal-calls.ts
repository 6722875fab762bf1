import { isShopError, ShopError } from '@shop/language/errors'
import type * as z from 'zod'
import { TokenShape } from './paypal-shapes.ts'

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
    return { status: response.status, body: await response.json() }
  }

  return async function call(request: Call, signal: AbortSignal): Promise<Answer> {
    const answer = await send(request, await bearer(signal), signal)
    if (answer.status !== 401) return answer
    token = undefined
    return send(request, await bearer(signal), signal)
  }
}

/** Parses a successful answer. Throws for any other; callers treat that, like a malformed body, as no answer. */
export function read<Schema extends z.ZodType>(schema: Schema, { status, body }: Answer): z.output<Schema> {
  if (status >= 400 && status < 500) throw unavailable(`PayPal answered ${status}`, new Refused())
  if (status >= 300) throw unavailable(`PayPal answered ${status}`)
  return schema.parse(body)
}

/** PayPal is there and refuses this one call. */
class Refused extends Error {}

/** Whether PayPal did not answer, or not as it should. A 4xx is about one call, which a buyer may have made up: others are answered. */
export const isOutage = (error: unknown) =>
  isShopError(error, 'PROVIDER_UNAVAILABLE') && !(error.cause instanceof Error && error.cause.cause instanceof Refused)

export const unavailable = (why: string, cause?: unknown) =>
  new ShopError('PROVIDER_UNAVAILABLE', 'The payment provider does not answer right now. Try again in a moment', {
    cause: new Error(why, { cause }),
  })
