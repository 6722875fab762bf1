import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Koa from 'koa'
import { createPaypalSimulator, type PaypalSimulatorOptions } from '../create-paypal-simulator.ts'
import type { IdempotencyMode } from '../idempotency.ts'
import { deviationsOfAnswer, deviationsOfRequest } from './check-exchange.ts'
import { exchangeOf } from './exchange-of.ts'

// biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is what the tests assert
export type Reply = { status: number; body: any; headers: Headers }
type Call = { token?: string; requestId?: string; headers?: Record<string, string> }

export const clientId = 'test-client'
export const clientSecret = 'test-secret'
export const merchantId = 'SELVEDGETEST2'
const mountPath = '/simulator/paypal'

type Options = Readonly<{
  rateLimits?: boolean
  faults?: boolean
  official?: boolean
  webhooks?: PaypalSimulatorOptions['webhooks']
  idempotency?: IdempotencyMode
}>

/**
 * `restart` opens the same file again. Unless `official` is false, `close` throws if an answer, or a request that was not refused, deviated
 * from PayPal's documents.
 */
export async function startForTests({
  rateLimits = false,
  faults = false,
  official = true,
  idempotency,
  webhooks,
}: Options = {}) {
  const deviations = new Set<string>()
  const folder = mkdtempSync(join(tmpdir(), 'paypal-simulator-'))
  let time = Date.parse('2026-05-01T10:00:00Z')
  let running = await listen()

  async function listen() {
    const options = {
      file: join(folder, 'paypal-simulator.db'),
      clientId,
      clientSecret,
      merchantId,
      rateLimits,
      faults,
      ...(idempotency && { idempotency }),
      webhooks,
    }
    const simulator = createPaypalSimulator({ ...options, now: () => new Date(time) })
    const app = new Koa()
    app.silent = true
    app.use(async (ctx, next) => {
      if (!ctx.path.startsWith(mountPath)) return
      ctx.path = ctx.path.slice(mountPath.length) || '/'
      await simulator.middleware(ctx, next)
      const exchange = exchangeOf(ctx)
      for (const deviation of deviationsOfAnswer(exchange)) deviations.add(deviation)
      if (ctx.status < 300) for (const deviation of deviationsOfRequest(exchange)) deviations.add(deviation)
    })
    const server = await listening(app)
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${mountPath}`
    return { url, simulator, server }
  }

  async function stop() {
    running.server.closeAllConnections()
    await new Promise((resolve) => running.server.close(resolve))
    running.simulator.close()
  }

  async function send(
    method: string,
    path: string,
    body: string | URLSearchParams | undefined,
    headers: Record<string, string>,
  ) {
    const response = await fetch(running.url + path, { method, headers, ...(body === undefined ? {} : { body }) })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers } as Reply
  }

  return {
    get url() {
      return running.url
    },
    send,
    get: (path: string, call: Call = {}) => send('GET', path, undefined, headersOf(call)),
    post: (path: string, body: unknown, call: Call = {}) =>
      send('POST', path, JSON.stringify(body), { 'Content-Type': 'application/json', ...headersOf(call) }),
    async token() {
      const form = new URLSearchParams({ grant_type: 'client_credentials' })
      const { body } = await send('POST', '/v1/oauth2/token', form, { Authorization: basic(clientId, clientSecret) })
      return body.access_token as string
    },
    passSeconds(seconds: number) {
      time += seconds * 1000
    },
    async restart() {
      await stop()
      running = await listen()
    },
    async close() {
      await stop()
      rmSync(folder, { recursive: true })
      if (official && deviations.size > 0)
        throw new Error(`Deviations from PayPal's documents:\n${[...deviations].join('\n')}`)
    },
  }
}

const listening = (app: Koa) =>
  new Promise<Server>((resolve) => {
    const started = app.listen(0, '127.0.0.1', () => resolve(started))
  })

const headersOf = ({ token, requestId, headers = {} }: Call) => ({
  ...(token ? { Authorization: `Bearer ${token}` } : {}),
  ...(requestId ? { 'PayPal-Request-Id': requestId } : {}),
  ...headers,
})

export function basic(user: string, password: string) {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

export function orderFor(value: string, more: object = {}) {
  return {
    intent: 'CAPTURE',
    purchase_units: [{ amount: { currency_code: 'USD', value }, custom_id: 'checkout-1', ...more }],
  }
}
