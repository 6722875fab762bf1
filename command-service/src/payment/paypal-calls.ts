import { logFact } from '@shop/stores/logger/logger'
import type * as z from 'zod'
import type { NotCarriedOut, Refused, Unknown } from './payment-provider.ts'
import { RefusalShape, TokenShape } from './paypal-shapes.ts'
import type { Meaning, ProviderCall } from './provider-answers.ts'
import { verdictOn } from './provider-answers.ts'

const TOKEN_RESERVE_MS = 60_000

export type Credentials = Readonly<{
  /** The address of PayPal, its sandbox or the simulator. */
  baseUrl: string
  clientId: string
  clientSecret: string
}>

export type Answer = Readonly<{ of: ProviderCall; status: number; body: unknown; debugId: string | undefined }>
/** A POST that is repeated with the same `requestId` (PayPal-Request-Id) takes effect once. */
export type Call = Readonly<{
  is: ProviderCall
  method: 'GET' | 'POST'
  path: string
  /** An object is sent as JSON, a text unchanged. */
  body?: object | string
  requestId?: string
}>

/** If PayPal refuses to issue a token, that refusal is the answer. */
export function createPaypalCalls({ baseUrl, clientId, clientSecret }: Credentials) {
  let token: { text: string; untilMs: number } | undefined

  async function bearer(signal: AbortSignal): Promise<string | Answer> {
    if (token && token.untilMs > Date.now()) return `Bearer ${token.text}`
    const response = await fetch(`${baseUrl}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      redirect: 'error',
      signal,
    })
    const answer = await answerOf('token', response)
    if (answer.status >= 400) return answer
    const { access_token, expires_in } = read(TokenShape, answer)
    token = { text: access_token, untilMs: Date.now() + expires_in * 1000 - TOKEN_RESERVE_MS }
    return `Bearer ${access_token}`
  }

  async function send({ is, method, path, body, requestId }: Call, signal: AbortSignal): Promise<Answer> {
    const authorization = await bearer(signal)
    if (typeof authorization !== 'string') return authorization
    const headers = {
      authorization,
      ...(body && { 'content-type': 'application/json', prefer: 'return=representation' }),
      ...(requestId && { 'paypal-request-id': requestId }),
    }
    const text = body && { body: typeof body === 'string' ? body : JSON.stringify(body) }
    return answerOf(is, await fetch(`${baseUrl}${path}`, { method, headers, ...text, redirect: 'error', signal }))
  }

  return async function call(request: Call, signal: AbortSignal): Promise<Answer> {
    const answer = await send(request, signal)
    if (answer.status !== 401 || answer.of === 'token') return answer
    token = undefined
    return send(request, signal)
  }
}

const answerOf = async (of: ProviderCall, response: Response): Promise<Answer> => ({
  of,
  status: response.status,
  body: await response.json().catch(() => undefined),
  debugId: response.headers.get('paypal-debug-id') ?? undefined,
})

/** Throws for an unsuccessful answer. */
export function read<Schema extends z.ZodType>(schema: Schema, { status, body }: Answer): z.output<Schema> {
  if (status >= 300) throw new Error(`PayPal answered ${status}`)
  return schema.parse(body)
}

type ProblemIn = Refused | NotCarriedOut | (Unknown & Readonly<{ meaning: Meaning }>)

/** The meaning of an unsuccessful answer, according to provider-answers.ts. Also logs the answer (decisions M18). */
export function problemIn(answer: Answer): ProblemIn | undefined {
  const { of, status, body } = answer
  if (status < 400) return undefined
  const { name, error, details, debug_id } = RefusalShape.safeParse(body).data ?? {}
  const issue = details?.[0]?.issue
  const code = issue ?? name ?? error ?? String(status)
  const debugId = debug_id ?? answer.debugId
  const { meaning, mayStillSucceed, isForMerchant } = verdictOn(of, status, code)
  logFact('warn', 'PayPal did not carry out a request', { call: of, meaning, status, name, error, issue, debugId })
  const problem = { code, debugId, isForMerchant }
  if (meaning === 'refused') return { is: 'refused', ...problem, final: !mayStillSucceed }
  if (meaning === 'not carried out') return { is: 'not carried out', ...problem }
  return { is: 'unknown', meaning, cause: new Error(`PayPal answered ${status} ${code}`) }
}

/** Whether PayPal had captured or refunded the money before this request. */
export const isDone = (problem: ProblemIn | undefined) => problem?.is === 'unknown' && problem.meaning === 'done'
