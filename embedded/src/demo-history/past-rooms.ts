import { join } from 'node:path'
import { createCommandService } from '@shop/command-service/create-command-service'
import { firstStart } from '@shop/command-service/first-start'
import { makeParts } from '@shop/command-service/make-parts'
import { openPaypal } from '@shop/command-service/payment/paypal'
import { demoCatalog } from '@shop/demo/demo-catalog'
import { createPaypalSimulator } from '@shop/paypal-simulator/create-paypal-simulator'
import type { Config } from '@shop/server/config'
import { serve } from '@shop/server/http/serve'
import { simulatorCredentials } from '@shop/server/payments-config'
import { createUnlimitedCounters } from '@shop/stores/counters/unlimited-counters'
import { createSoleTurns } from '@shop/stores/turns/sole-turns'
import Koa, { type Middleware } from 'koa'
import type { OpenStores } from '../open-stores.ts'
import { createInboxes } from './inboxes.ts'

// biome-ignore lint/suspicious/noExplicitAny: stories read what the API documents
export type Answer = Readonly<{ status: number; body: any }>
export type PastRooms = Awaited<ReturnType<typeof openPastRooms>>
type Asked = Readonly<{
  token?: string | undefined
  body?: unknown
  /** Codes of refusals that the story expects. */
  mayBe?: readonly string[]
}>

/** Opens the command-service and the simulated provider. `now` is their clock. */
export async function openPastRooms(
  opening: AsyncDisposableStack,
  config: Config,
  stores: OpenStores,
  now: () => Date,
) {
  const { folder, log, keys, snapshots, tokenSecret } = stores
  const credentials = simulatorCredentials(tokenSecret)
  const file = join(folder, 'paypal-simulator.db')
  const options = { ...credentials, file, mountPath: '', rateLimits: false, faults: true, now }
  const simulator = createPaypalSimulator(options)
  opening.defer(() => simulator.close())
  const bank = await served(opening, simulator.middleware)
  const payments = openPaypal({ ...credentials, baseUrl: bank })
  const counters = createUnlimitedCounters()
  const turns = createSoleTurns()
  // The simulator sends no webhooks, so any webhook counts as forged.
  const checkWebhook = async () => ({ is: 'forged' }) as const
  const { send, mailedTo } = createInboxes()
  const mailer = { ...stores.mailer, send }
  const outside = { payments, checkWebhook, mailer, ourUrl: bank }
  const given = { log, snapshots, keys, counters, turns, tokenSecret, ...outside, now }
  const parts = await makeParts(given, { ...config, rateLimits: false })
  const { middleware, handleQueued } = createCommandService(parts)
  const rooms = await served(opening, middleware)
  const catalog = await demoCatalog()
  const unexpected = new Map<string, number>()

  async function ask(url: string, method: string, path: string, asked: Asked) {
    const answer = await asking(`${url}${path}`, method, asked)
    if (answer.status >= 400 && !asked.mayBe?.includes(answer.body?.code)) {
      const what = `${method} ${path.replace(/\/[\w-]{17,}/g, '/…')}: ${answer.status} ${answer.body?.code ?? answer.body?.name}`
      unexpected.set(what, (unexpected.get(what) ?? 0) + 1)
    }
    return answer
  }

  return {
    catalog,
    handleQueued,
    mailedTo,
    firstStart: (say: (line: string) => void) => firstStart(parts, { admin: config.admin, catalog, say }),
    /** Calls the command-service as the gateway does. Throws for a status of 5xx. */
    ask: (method: string, path: string, asked: Asked = {}) => ask(rooms, method, path, asked),
    atProvider: (path: string, body: unknown = {}) => ask(bank, 'POST', path, { body }),
    unexpected: unexpected as ReadonlyMap<string, number>,
  }
}

async function served(opening: AsyncDisposableStack, middleware: Middleware): Promise<string> {
  const app = new Koa()
  app.use(middleware)
  const serving = await serve(app.callback(), { host: '127.0.0.1', port: 0 })
  opening.defer(() => serving.stop(0))
  return serving.url
}

async function asking(url: string, method: string, { token, body }: Asked): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (answer.status >= 500) throw new Error(`${method} ${url} answered ${answer.status}`)
  return { status: answer.status, body: await answer.json().catch(() => undefined) }
}
