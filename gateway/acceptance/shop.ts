import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import { readConfig } from '@shop/server/config'
import { startEmbedded } from '../../embedded/src/main.ts'

/** The one other origin whose pages may call the shop. */
export const PARTNER = 'https://partner.test'
export const ADMIN = { email: 'root@shop.test', password: testPasswords.admin }

/** A shop to test over HTTP: the one at `SHOP_URL`, which has the admin and the partner above, or one that is started. */
export async function startShop(environment: Record<string, string> = {}, { web = false } = {}) {
  const running = process.env.SHOP_URL
  if (running) return { url: running, close: async () => {}, eventCount: async () => 'not told from outside' }
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-'))
  const config = readConfig({
    DATA_DIR: folder,
    PORT: '0',
    RATE_LIMITS: 'off',
    ANALYSIS: 'off',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    EVENT_STORE_URL: process.env.EVENT_STORE_URL,
    ...environment,
  })
  const shop = await startEmbedded(config, { web })
  return {
    url: shop.url,
    /** The log's head: it changes when anything is written. */
    eventCount: () => shop.log.head(),
    async close() {
      await shop.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The log's head once nothing more is written to it by itself, as mails are. */
export async function quietCount(shop: Pick<Awaited<ReturnType<typeof startShop>>, 'eventCount'>) {
  for (let before = await shop.eventCount(); ; ) {
    await sleep(100)
    const after = await shop.eventCount()
    if (after === before) return after
    before = after
  }
}
