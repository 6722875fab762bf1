import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEventStoreDouble } from '@shop/kurrentdb/test-support/eventstore-double'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callerAt } from '../support/caller.ts'
import { adminAt, listProduct } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

let folder: string
const closing: (() => unknown)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-restored-'))
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  rmSync(folder, { recursive: true, force: true })
})

// If SHOP_URL is set, the shop already runs and other tests use its log. So this test is skipped, because it replaces the log.
test.skipIf(process.env.SHOP_URL)(
  'after its log is restored from a backup, a running shop shows its lists as of the backup, and continues',
  async () => {
    const log = join(folder, 'log')
    let server = await startEventStoreDouble({ folder: log })
    closing.push(() => server.close())
    const shop = await startShop({ EVENT_STORE_URL: server.url, DEMO: 'off', DATA_DIR: join(folder, 'data') })
    closing.push(() => shop.close())
    const admin = await adminAt(shop.url)
    const visitor = callerAt(shop.url)
    const kept = await listProduct(admin)
    cpSync(log, join(folder, 'backup'), { recursive: true })
    const lost = await listProduct(admin)
    expect((await visitor.get(`/api/products/${lost._id}`)).status).toBe(200)

    const { port } = server
    server.close()
    rmSync(log, { recursive: true })
    server = await startEventStoreDouble({ folder: join(folder, 'backup'), port })

    const shown = async () => (await visitor.get('/api/products')).body.map(({ _id }: { _id: string }) => _id)
    await expect.poll(shown).toEqual([kept._id])
    expect((await visitor.get(`/api/products/${lost._id}`)).status).toBe(404)
    const later = await listProduct(admin)
    await expect.poll(shown).toEqual([later._id, kept._id])
  },
)
