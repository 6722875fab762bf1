import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '@shop/language/account/api'
import { START } from '@shop/language/events/event'
import type { Product } from '@shop/language/product/api'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import { createLinkTokens } from '@shop/server/http/link-tokens'
import { serve } from '@shop/server/http/serve'
import { createTokens } from '@shop/server/http/tokens'
import { plainClock } from '@shop/server/shop-clock'
import { createUnlimitedCounters } from '@shop/stores/counters/unlimited-counters'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqliteKeyStore } from '@shop/stores/key-store/sqlite/sqlite-key-store'
import { createSoleTurns } from '@shop/stores/turns/sole-turns'
import Koa from 'koa'
import { accountBy, emailKeyOf } from '../account/accounts.ts'
import { createCommandService } from '../create-command-service.ts'
import { firstStart } from '../first-start.ts'
import { createCommandHandler } from '../handler/command-handler.ts'
import { createLinks } from '../mail/links.ts'
import type { Parts } from '../parts.ts'
import { noAnalysis } from '../question/ask-analysis.ts'
import { countedLog } from './counted-log.ts'
import { createMemoryMailer } from './memory-mailer.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape
type Answer = { status: number; body: any; headers: Headers }

type Asking = { token?: string | undefined; key?: string; headers?: Record<string, string>; body?: unknown }

export const ADMIN = { email: 'root@shop.test', password: testPasswords.adminOfARoom }
export const PASSWORD: string = testPasswords.customerOfARoom

/** The whole room over HTTP, on an empty log in memory, with one admin. */
export async function startRoom({
  counters = createUnlimitedCounters(),
  now = () => new Date(),
  writers = 'one' as EventStore['writers'],
} = {}) {
  const { log, take, takeStreams } = countedLog({ ...openSqliteEventStore(':memory:'), writers })
  const keys = openSqliteKeyStore(':memory:')
  const uploadsFolder = mkdtempSync(join(tmpdir(), 'selvedge-uploads-'))
  const commands = createCommandHandler(log, { now })
  const parts: Parts = {
    commands,
    clock: plainClock(() => now().getTime()),
    mostEvents: async () => (await log.extent('')).all,
    keys,
    payments: {} as Parts['payments'],
    mailer: createMemoryMailer(async () => {}),
    contactAddress: 'hello@shop.test',
    links: createLinks('https://shop.test'),
    checkWebhook: async () => ({ is: 'forged' }),
    tokens: createTokens('a secret of at least thirty-two bytes'),
    linkTokens: createLinkTokens('a secret of at least thirty-two bytes', now),
    timeZone: 'UTC',
    askAnalysis: noAnalysis,
    showsLinkTokens: true,
    digestSecret: 'digest',
    uploadsFolder,
    checkoutTtlMs: 30 * 60 * 1000,
    counters,
    turns: createSoleTurns(),
    corsOrigins: ['https://partner.test'],
    publicOrigin: 'https://shop.test',
  }
  await firstStart(parts, { admin: ADMIN, catalog: [], say: () => {} })
  const app = new Koa()
  app.use(createCommandService(parts).middleware)
  const serving = await serve(app.callback(), { host: '127.0.0.1', port: 0 })

  async function ask(method: string, path: string, { token, key, headers, body }: Asking = {}): Promise<Answer> {
    const answer = await fetch(serving.url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json(), headers: answer.headers }
  }

  const admin = await accountBy(commands, await emailKeyOf(keys, ADMIN.email))
  const adminToken = await parts.tokens.sign({ accountId: admin?.accountId ?? '', ver: 0 })

  return {
    ask,
    parts,
    log,
    /** The number of reads of the log since the last call, and of the events that they returned. */
    takeReads: take,
    takeStreamsRead: takeStreams,
    url: serving.url,
    uploadsFolder,
    adminId: admin?.accountId ?? '',
    adminToken,

    async register(name: string): Promise<{ id: string; email: string; token: string }> {
      const email = `${name}@shop.test`
      const { body } = await ask('POST', '/users/register', { body: { name, email, password: PASSWORD } })
      const { user, token } = body as Session
      return { id: user._id, email, token }
    },

    async list(product: Record<string, unknown> = {}): Promise<Product> {
      const shirt = { name: 'Shirt', price: 25, countInStock: 10, sizes: ['S', 'M'], colors: ['Red', 'Blue'] }
      const { body } = await ask('POST', '/products', { token: adminToken, body: { ...shirt, ...product } })
      return body as Product
    },

    async countEvents() {
      let count = 0
      for await (const { events, caughtUp } of log.follow(START, new AbortController().signal)) {
        count += events.length
        if (caughtUp) break
      }
      return count
    },

    async stop() {
      await serving.stop(0)
      await log.close()
      await keys.close()
      rmSync(uploadsFolder, { recursive: true })
    },
  }
}
export type Room = Awaited<ReturnType<typeof startRoom>>
