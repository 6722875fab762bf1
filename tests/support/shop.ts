import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Position, type Recorded, START } from '@shop/language/events/event'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import { readConfig } from '@shop/server/config'
import { freePort } from '@shop/stores/test-support/free-port'
import { startEmbedded } from '../../embedded/src/main.ts'
import type { Answer } from './caller.ts'

/** The only other origin whose pages may call the shop. */
export const PARTNER = 'https://partner.test'
/** The folder with the processed pictures of the demo. All tests share it. */
export const KEPT_PICTURES = join(import.meta.dirname, '../../node_modules/.cache/demo-pictures')
export const ADMIN = { email: 'root@shop.test', password: testPasswords.admin }

/** Starts a shop to test over HTTP. If `SHOP_URL` is set, returns the shop at this address, which must have the same admin and partner. */
export async function startShop(environment: Record<string, string> = {}, { web = false } = {}) {
  const running = process.env.SHOP_URL
  if (running) return { url: running, close: async () => {}, ...UNREADABLE_LOG }
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-'))
  const config = readConfig({
    DATA_DIR: folder,
    DEMO_PICTURES_DIR: KEPT_PICTURES,
    PORT: web ? await portOfPages() : '0',
    RATE_LIMITS: 'off',
    ANALYSIS: 'off',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    EVENT_STORE_URL: process.env.EVENT_STORE_URL,
    ...environment,
  })
  const shop = await startEmbedded(config, { web })
  const takesPort = config.port === (await port)
  isTaken ||= takesPort
  return {
    url: shop.url,
    head: () => shop.log.head(),
    async eventsSince(position: Position): Promise<readonly Recorded[]> {
      for await (const { events } of shop.log.follow(position, new AbortController().signal)) return events
      throw new Error('The log has ended')
    },
    async close() {
      await shop.close()
      if (takesPort) isTaken = false
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let port: Promise<number> | undefined
let isTaken = false

/**
 * The port for a shop with pages. If this process starts such shops one after another, all get the same port. For the browser they are one
 * site, so it can use its cached pages, scripts and pictures again. If the port is in use, a shop gets another port.
 */
async function portOfPages(): Promise<string> {
  port ??= freePort()
  return isTaken ? '0' : String(await port)
}

/** Stands for the log of a shop in another process, which a test cannot read. */
const UNREADABLE_LOG = { head: async () => START, eventsSince: async (): Promise<readonly Recorded[]> => [] }

/** Events that can come long after the request that caused them: about sent e-mails, and about the payment provider's reports. */
const COMES_LATER: readonly string[] = ['MailBegun', 'MailSent', 'SignalReceived']

/** The types of the events that were written after a position, without late events of requests before the refused request. */
export async function writtenSince(
  position: Position,
  { eventsSince }: Pick<Awaited<ReturnType<typeof startShop>>, 'eventsSince'>,
  { body: { requestId } }: Answer,
): Promise<readonly string[]> {
  const isOfEarlier = ({ type, metadata: { actor, correlationId } }: Recorded) =>
    COMES_LATER.includes(type) && actor.role === 'system' && correlationId !== requestId
  return (await eventsSince(position)).filter((event) => !isOfEarlier(event)).map(({ type }) => type)
}
