import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { deviationsOfAnswer, deviationsOfRequest } from '@shop/paypal-simulator/test-support/check-exchange'
import { type Answer, answerOf, type CallKind, DEBUG_ID, type Plan, problem, send } from './fake-paypal-answers.ts'
import {
  captureShown,
  createPaypalLedger,
  MERCHANT_ID,
  NotDone,
  orderShown,
  refundShown,
} from './fake-paypal-ledger.ts'

/**
 * How PayPal treats a repeated PayPal-Request-Id. `replays`: PayPal repeats its earlier answer, even a refusal. `forgets`: PayPal repeats
 * an earlier success, but tries a refused request again. `conflicts`: like `forgets`, and concurrent requests conflict.
 */
export type Idempotency = 'replays' | 'forgets' | 'conflicts'
export const idempotencies: readonly Idempotency[] = ['replays', 'forgets', 'conflicts']

/**
 * The diary lists in order the calls and charges at PayPal, and the steps of the buyer with the answers that the buyer reads. `about`: the
 * checkout's id if the call creates an order, or else the path. `status`: 0 if no answer was sent.
 */
export type Entry =
  | { is: 'call'; kind: CallKind; about: string; requestId: string; atMs: number; status: number; issue: string }
  | { is: 'charge'; orderId: string; cents: number }
  | { is: 'press' }
  | { is: 'answer'; code: string; message: string }

type Options = Readonly<{ idempotency: Idempotency; now: () => number; diary: Entry[] }>
type Asked = Readonly<{ kind: CallKind; id: string; path: string; requestId: string; body: string }>

/** TABLE: the calls to PayPal that the shop makes. The group in the pattern finds the id that the call is about. */
const paths: readonly (readonly [CallKind, RegExp])[] = [
  ['token', /^POST \/v1\/oauth2\/(token)$/],
  ['userinfo', /^GET \/v1\/identity\/oauth2\/(userinfo)/],
  ['create', /^POST \/v2\/checkout\/(orders)$/],
  ['get', /^GET \/v2\/checkout\/orders\/([^/]+)$/],
  ['capture', /^POST \/v2\/checkout\/orders\/([^/]+)\/capture$/],
  ['get capture', /^GET \/v2\/payments\/captures\/([^/]+)$/],
  ['refund', /^POST \/v2\/payments\/captures\/([^/]+)\/refund$/],
  ['get refund', /^GET \/v2\/payments\/refunds\/([^/]+)$/],
]

/** A fake PayPal over HTTP, with a separate ledger and planned answers. The fake checks all exchanges against PayPal's documents. */
export async function startFakePaypal({ idempotency, now, diary }: Options) {
  const ledger = createPaypalLedger(now, (orderId, cents) => diary.push({ is: 'charge', orderId, cents }))
  const plans = new Map<CallKind, Plan[]>()
  const kept = new Map<string, () => Answer>()
  /** The requests that are being carried out, by call and request id. A capture is also listed by its order. */
  const underWay = new Map<string, Promise<unknown>>()
  const later: { key: string; dueMs: number; act: () => unknown }[] = []
  const deviations = new Set<string>()

  function act({ kind, id, body }: Asked): () => Answer {
    const terms = () => JSON.parse(body || '{}')
    switch (kind) {
      case 'token':
        return () => ({ status: 200, body: { access_token: 'TOKEN', token_type: 'Bearer', expires_in: 32_400 } })
      case 'userinfo':
        return () => ({ status: 200, body: { payer_id: MERCHANT_ID } })
      case 'create': {
        const order = ledger.create(terms().purchase_units[0])
        return () => ({ status: 201, body: orderShown(order) })
      }
      case 'get':
        return () => ({ status: 200, body: orderShown(ledger.get(id)) })
      case 'capture': {
        const order = ledger.capture(id)
        return () => ({ status: 201, body: orderShown(order) })
      }
      case 'get capture':
        return () => ({ status: 200, body: captureShown(ledger.getCapture(id)) })
      case 'refund': {
        const made = ledger.refund(id, terms())
        // PayPal's document allows some custom ids in a request, but not in the answer.
        const isDocumented = !made.refund.terms.custom_id?.includes('~')
        return () => ({ status: 201, body: refundShown(made), isDocumented })
      }
      case 'get refund':
        return () => ({ status: 200, body: refundShown(ledger.getRefund(id)) })
    }
  }

  async function answer(asked: Asked): Promise<Answer> {
    for (const due of later.splice(0)) due.dueMs <= now() ? due.act() : later.push(due)
    if (!asked.requestId) return carryOut(asked)
    const key = `${asked.kind} ${asked.requestId}`
    const about = asked.kind === 'capture' ? `${ONE_CAPTURE} ${asked.id}` : key
    for (;;) {
      const earlier = kept.get(key)
      if (earlier) return { ...earlier(), ...(earlier().status === 201 && { status: 200 }) }
      const isLate = idempotency === 'conflicts' && later.some((one) => one.key === key)
      const running = underWay.get(about)
      if (idempotency === 'conflicts' && (isLate || underWay.has(key)))
        return problem(asked.kind, 409, 'PREVIOUS_REQUEST_IN_PROGRESS')
      if (idempotency === 'conflicts' && running) return problem(asked.kind, 422, 'ORDER_COMPLETION_IN_PROGRESS')
      if (!running) break
      await running
    }
    const both = [key, about]
    const done = carryOut(asked, key).finally(() => {
      for (const one of both) underWay.delete(one)
    })
    for (const one of both) underWay.set(one, done)
    return done
  }

  async function carryOut(asked: Asked, key?: string): Promise<Answer> {
    const waiting = plans.get(asked.kind) ?? []
    const plan = waiting[0]
    if (plan && --plan.times <= 0) waiting.shift()
    await plan?.until
    const keep = (shown: () => Answer) => key && kept.set(key, shown)
    const run = () => {
      try {
        const shown = act(asked)
        keep(shown)
        return shown()
      } catch (error) {
        if (!(error instanceof NotDone)) throw error
        return problem(asked.kind, error.status, error.issue)
      }
    }
    if (plan?.moves === 'later')
      later.push({ key: key ?? '', dueMs: now() + 2_000, act: () => (key && kept.has(key) ? undefined : run()) })
    const done = !plan || plan.moves === 'first' ? run() : undefined
    const given = plan ? answerOf(asked.kind, plan, done) : (done as Answer)
    if (idempotency === 'replays' && isRefusal(given) && !(key && kept.has(key))) keep(() => given)
    return given
  }

  const server = createServer(async (request, response) => {
    const body = await text(request)
    const asked = askedIn(request, body)
    const given = asked ? await answer(asked) : { status: 404, body: {} }
    if (asked) note(asked, given, request)
    if (given.status === 0) return request.socket.destroy()
    send(response, given)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  function note({ kind, path, requestId, body: requestBody }: Asked, given: Answer, request: IncomingMessage) {
    const { status, body } = given
    const about = kind === 'create' ? JSON.parse(requestBody).purchase_units[0].custom_id : path
    diary.push({ is: 'call', kind, about, requestId, atMs: now(), status, issue: given.issue ?? '' })
    const headers = new Headers({ 'paypal-debug-id': DEBUG_ID })
    const requestHeaders = new Headers(request.headers as Record<string, string>)
    const exchange = { method: request.method ?? '', path, requestHeaders, requestBody, status, headers }
    for (const one of deviationsOfRequest({ ...exchange, body: '' })) deviations.add(one)
    if (given.isDocumented !== false)
      for (const one of deviationsOfAnswer({ ...exchange, body: JSON.stringify(body) })) deviations.add(one)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ledger,
    deviations,
    /** The next `times` calls of this kind get this answer. With `until`, the calls first wait for this promise. */
    plan(kind: CallKind, plan: Omit<Plan, 'times'> & { times?: number }) {
      plans.set(kind, [...(plans.get(kind) ?? []), { times: 1, ...plan }])
    },
    underWay: (kind: CallKind) =>
      [...underWay.keys()].filter((key) => key.startsWith(`${kind} `) && !key.startsWith(ONE_CAPTURE)).length,
    recover: () => plans.clear(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function askedIn({ method, url = '', headers }: IncomingMessage, body: string): Asked | undefined {
  for (const [kind, path] of paths) {
    const id = path.exec(`${method} ${url}`)?.[1]
    if (id) return { kind, id, path: url, requestId: String(headers['paypal-request-id'] ?? ''), body }
  }
  return undefined
}

/** The key of the lock for captures: only one request at a time captures an order. */
const ONE_CAPTURE = 'capture of'

/** PayPal does not repeat a refusal that it sent because it was busy, or before it had read the request id. */
const isRefusal = ({ status, issue }: Answer) =>
  status >= 400 && status < 500 && ![401, 408, 409, 425].includes(status) && issue !== 'ORDER_COMPLETION_IN_PROGRESS'
