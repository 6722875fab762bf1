import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { cartStream, GUEST_CART_TTL_MS, ItemAddedToCart } from '@shop/language/cart/events'
import { SHOP_STREAM } from '@shop/language/shop/events'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import { projections } from '@shop/projections/all'
import { type Config, readConfig, UNUSABLE_DATA } from '@shop/server/config'
import { newEvents } from '@shop/stores/event-store/contract/log-under-test'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import packageFile from '../package.json' with { type: 'json' }
import { startEmbedded } from './main.ts'

let folder: string
let shop: Awaited<ReturnType<typeof startEmbedded>> | undefined
let said: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-embedded-'))
  said = []
})
afterEach(async () => {
  await shop?.close()
  shop = undefined
  rmSync(folder, { recursive: true })
})

const config = (environment: Record<string, string> = {}): Config =>
  readConfig({ DATA_DIR: folder, PORT: '0', ANALYSIS: 'off', ...environment })
const start = async (environment?: Record<string, string>) => {
  shop = await startEmbedded(config(environment), { web: false, say: (line) => said.push(line) })
  return shop
}
async function typesAfter(position: string) {
  const abort = new AbortController()
  const types: string[] = []
  for await (const { events, caughtUp } of shop!.log.follow(position, abort.signal)) {
    types.push(...events.map(({ type }) => type))
    if (caughtUp) break
  }
  return types
}
const read = async (path: string) => (await fetch(`${shop?.url}${path}`)).json()

test('a started shop is open, has its catalog, and prints its admin password once', async () => {
  const { url, log } = await start()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(await read('/api/products')).toHaveLength(59)
  expect(await read('/api/config')).toMatchObject({ payment: { simulated: true, sdkUrl: '/simulator/paypal/sdk/js' } })
  expect(said.filter((line) => line.includes('password'))).toHaveLength(1)

  const head = await log.head()
  await shop?.close()
  said = []
  await start()
  expect(await typesAfter(head)).toEqual(['ShopStarted'])
  expect(said).toEqual([])
})

test('each start is recorded with release and settings but no secrets; only three starts of a crash loop are recorded', async () => {
  for (const RELEASE of ['first', 'second', 'second', 'second', 'second']) {
    await (await start({ DEMO: 'off', RELEASE, ADMIN_PASSWORD: testPasswords.owner })).close()
    shop = undefined
  }
  const { log } = await start({ DEMO: 'off' })
  const starts = await Array.fromAsync(log.readStream(SHOP_STREAM))
  const releases = starts.map(({ data }) => (data as { release: string }).release)
  expect(releases).toEqual(['first', 'second', 'second', 'second', packageFile.version])
  expect(starts[0]).toMatchObject({
    type: 'ShopStarted',
    data: {
      readModels: projections.map(({ into }) => into.name),
      settings: { processes: 'one', log: 'file', testPayments: true, demo: false, analysis: false },
    },
  })
  expect(JSON.stringify(starts)).not.toContain(testPasswords.owner)
})

test('a shop with real payments does no work if it is started without them', async () => {
  const paypal = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' }
  const { log } = await start({ ...paypal, DEMO: 'off' })
  const head = await log.head()
  await shop?.close()
  shop = undefined
  await expect(start({ DEMO: 'off' })).rejects.toThrow(/^PAYPAL_CLIENT_ID: this shop was last started with it/)
  await start({ ...paypal, DEMO: 'off' })
  expect(await typesAfter(head)).toEqual(['ShopStarted'])
})

test('every file of the shop is in its data folder', async () => {
  await start()
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining([
      'events.db',
      'jobs.db',
      'keys.db',
      'paypal-simulator.db',
      'read-models.db',
      'token-secret',
    ]),
  )
})

test('a guest’s cart expires after ninety days without a change', async () => {
  await start({ DEMO: 'off' })
  await shop?.close()
  const item = { productId: 'shirt', name: '', image: '', size: 'M', color: 'Red', quantity: 1, priceCents: 1 }
  const recordedAt = new Date(Date.now() - GUEST_CART_TTL_MS).toISOString()
  const metadata = { correlationId: 'then', causationId: 'then', actor: { role: 'guest' } as const, recordedAt }
  const added = {
    ...ItemAddedToCart({ ownerId: 'guest_1', item }),
    id: 'added',
    metadata: { ...metadata, schemaVersion: 1 },
  }
  const log = openSqliteEventStore(join(folder, 'events.db'))
  await log.append(cartStream('guest_1'), -1, [added])
  // A new event is needed: if the newest event were as old as the cart, the shop would not trust its clock.
  const today = { ...metadata, recordedAt: new Date().toISOString(), schemaVersion: 1 }
  const another = { ...ItemAddedToCart({ ownerId: 'guest_2', item }), id: 'another', metadata: today }
  await log.append(cartStream('guest_2'), -1, [another])
  await log.close()
  await start({ DEMO: 'off' })
  const types = async () => (await Array.fromAsync(shop!.log.readStream(cartStream('guest_1')))).map(({ type }) => type)
  await expect.poll(types).toEqual(['ItemAddedToCart', 'GuestCartExpired'])
})

test('with DEMO=off a shop starts empty', async () => {
  await start({ DEMO: 'off' })
  expect(await read('/api/products')).toEqual([])
})

test('with a PayPal account there is no simulator', async () => {
  await start({ DEMO: 'off', PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' })
  expect(await read('/api/config')).toMatchObject({ payment: { simulated: false, clientId: 'id' } })
  const page = await fetch(`${shop?.url}/simulator/paypal/sdk/js?client-id=id`)
  expect(page.status).toBe(404)
  const checkout = await fetch(`${shop?.url}/checkout`)
  expect(checkout.headers.get('content-security-policy')).toContain('https://*.paypal.com')
  expect(page.headers.get('content-security-policy')).not.toContain('paypal.com')
  expect(existsSync(join(folder, 'paypal-simulator.db'))).toBe(false)
})

test('a start on a port in use fails before it changes the data folder', async () => {
  const { url } = await start()
  const untouched = join(folder, 'untouched')
  const second = startEmbedded(config({ PORT: new URL(url).port, DATA_DIR: untouched }))
  await expect(second).rejects.toThrow(/^PORT: another program uses \d+ on 127.0.0.1/)
  expect(existsSync(untouched)).toBe(false)
})

test('a start in the folder of a running shop fails and changes nothing', async () => {
  await start()
  await expect(startEmbedded(config())).rejects.toThrow(/^DATA_DIR: events.db cannot be opened \(.+ in use/)
  expect((await fetch(`${shop?.url}/readyz`)).status).toBe(200)
})

test('a folder whose log was changed by others is not opened, and the message names the position', async () => {
  await start({ DEMO: 'off' })
  await shop?.close()
  const db = new DatabaseSync(join(folder, 'events.db'))
  db.exec("UPDATE events SET data = replace(data, '}', ' }') WHERE position = 2")
  db.close()
  await expect(startEmbedded(config())).rejects.toThrow(
    'DATA_DIR: events.db cannot be opened (events.db was changed at or right before position 2)',
  )
})

test('a damaged ledger of test payments is not opened, and the message says what to do', async () => {
  await (await start({ DEMO: 'off' })).close()
  shop = undefined
  const file = join(folder, 'paypal-simulator.db')
  writeFileSync(file, readFileSync(file).fill(0x55, 0, 100))
  await expect(startEmbedded(config())).rejects.toMatchObject({
    exitCode: UNUSABLE_DATA,
    message: expect.stringMatching(
      /^DATA_DIR: paypal-simulator.db cannot be opened \(.+\)\. What to do: .*newest backup/,
    ),
  })
})

test('a failed start releases its port', async () => {
  const { port } = new URL((await start()).url)
  await shop?.close()
  await expect(startEmbedded(config({ PORT: port, DATA_DIR: '/dev/null/data' }))).rejects.toThrow(/^DATA_DIR: /)
  await start({ PORT: port })
  expect((await fetch(`${shop?.url}/readyz`)).status).toBe(200)
})

test('an old change of the log is found while the shop is open: reading still works, and the next start exits with 78', async () => {
  await (await start({ DEMO: 'off' })).close()
  shop = undefined
  const events = openSqliteEventStore(join(folder, 'events.db'))
  const MORE_THAN_A_START_CHECKS = 21
  for (let stream = 0; stream < MORE_THAN_A_START_CHECKS; stream++)
    await events.append(`cart-guest_${stream}`, -1, newEvents(500))
  await events.close()
  const db = new DatabaseSync(join(folder, 'events.db'))
  db.exec("UPDATE events SET metadata = metadata || ' ' WHERE position = 1")
  db.close()

  const opened = await start({ DEMO: 'off' })
  const readiness = async () => {
    const answer = await fetch(`${opened.url}/readyz`)
    return { http: answer.status, ...((await answer.json()) as object) }
  }
  await expect.poll(readiness).toMatchObject({ http: 200, status: 'degraded', checks: { log: 'ok', chain: 'broken' } })
  const refused = await fetch(`${opened.url}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@shop.test', password: testPasswords.customerOfARoom }),
  })
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { code: 'UNAVAILABLE', message: expect.stringMatching(/accepts no changes right now/) },
  ])
  expect((await fetch(`${opened.url}/api/products`)).status).toBe(200)
  await opened.close()
  shop = undefined
  await expect(start({ DEMO: 'off' })).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringContaining('was changed at or right before position 1'),
  })
})
