import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import { readConfig } from '@shop/server/config'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startEmbedded } from './main.ts'

const ADMIN = { email: 'root@shop.test', password: testPasswords.adminOfARoom }
const AHEAD_MS = 400 * 24 * 60 * 60_000
const GUEST = `guest_1_${'a'.repeat(22)}`

let folder: string
let shop: Awaited<ReturnType<typeof startEmbedded>>
let aheadMs: number
let said: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-doubt-'))
  ;[aheadMs, said] = [0, []]
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => said.push(String(line)) > 0)
})
afterEach(async () => {
  await shop.close()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

async function start(environment: Record<string, string> = {}) {
  const admin = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  const given = { DATA_DIR: folder, PORT: '0', ANALYSIS: 'off', DEMO: 'off', RATE_LIMITS: 'off' }
  const clock = { wallMs: () => Date.now() + aheadMs, monotonicMs: () => performance.now() }
  shop = await startEmbedded(readConfig({ ...given, ...admin, ...environment }), { web: false, clocks: { clock } })
}

async function ask(method: string, path: string, body?: object, token = ''): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${shop.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  expect(answer.status, `${method} ${path}`).toBeLessThan(300)
  return answer.json() as Promise<Record<string, unknown>>
}

const mails = () => readdirSync(join(folder, 'outbox'))
const cart = async () => (await ask('GET', `/api/cart?guestId=${GUEST}`)).products as readonly unknown[]
const rows = () => readdirSync(join(folder, 'trail')).filter((name) => name.startsWith('raw-'))

/** Registers a customer and waits for the mail. Before the shop sends mails, it finishes the work that it has to do after a start. */
async function sellsTo(name: string) {
  const known = mails().length
  await ask('POST', '/api/users/register', { name, email: `${name}@shop.test`, password: testPasswords.customer })
  await expect.poll(() => mails().length).toBeGreaterThan(known)
}

test('a start with a clock that is ahead deletes nothing, and the clock is reported', async () => {
  await start()
  const { token } = await ask('POST', '/api/users/login', ADMIN)
  const shirt = await ask('POST', '/api/admin/products', { name: 'Shirt', price: 25, countInStock: 5 }, String(token))
  await ask('POST', '/api/cart', { productId: shirt._id, size: '', color: '', quantity: 3, guestId: GUEST })
  await sellsTo('ada')
  await shop.close()
  const [kept] = mails()
  const row = `raw-${new Date().toISOString().slice(0, 10)}-before.ndjson`
  mkdirSync(join(folder, 'trail'), { recursive: true })
  writeFileSync(join(folder, 'trail', row), '{}\n')

  aheadMs = AHEAD_MS
  said = []
  await start()
  await sellsTo('bob')
  expect(await ask('GET', '/readyz')).toMatchObject({
    status: 'degraded',
    checks: { clock: 'in doubt: 400 days after the newest event' },
  })
  await shop.close()
  expect(said.filter((line) => line.includes('CLOCK_CONFIRMED='))).toHaveLength(1)
  expect([mails(), rows()]).toEqual([expect.arrayContaining([kept]), expect.arrayContaining([row])])

  aheadMs = 0
  said = []
  await start()
  expect(await cart()).toMatchObject([{ quantity: 3 }])
  expect(await ask('GET', '/readyz')).toMatchObject({ checks: { clock: 'in doubt: 400 days before the newest event' } })
  await shop.close()

  aheadMs = AHEAD_MS
  await start({ CLOCK_CONFIRMED: new Date(Date.now() + AHEAD_MS).toISOString().slice(0, 10) })
  await expect.poll(cart).toEqual([])
  await expect.poll(mails).not.toContain(kept)
  await expect.poll(rows).not.toContain(row)
})
