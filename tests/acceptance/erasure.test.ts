import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { allEvents } from '@shop/language/all-events'
import { freePort } from '@shop/stores/test-support/free-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminAt } from '../support/people.ts'
import type { RoomProcess } from '../support/room-process.ts'
import { ADMIN } from '../support/shop.ts'
import { spawnShop } from '../support/shop-process.ts'
import { type Planted, plantCanaries, plantInLog } from './canaries.ts'
import { runCommand } from './run-command.ts'

let folder: string
let shop: RoomProcess
let ada: Planted
let bob: Planted
const place = (...names: readonly string[]) => join(folder, ...names)
const start = async (data: string) => {
  const started = spawnShop(place(data), await freePort(), { DEMO: 'off' })
  await started.ready()
  return started
}
const tool = (name: string, words: readonly string[] = [], input?: readonly string[], data = 'data') => {
  const environment = { DATA_DIR: place(data), DEMO: 'off', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  return runCommand(`tools/${name}.ts`, words, environment, input?.join('\n'))
}
/** The events that record the erasure of a person who has an account, and who has also sent messages without being signed in. */
const ERASURE = [
  'AccountErased',
  'AccountKeyDestroyed',
  'CorrespondentErased',
  'CorrespondentKeyDestroyed',
  'KeyReleased',
]
const eventsOfLog = () => {
  const db = new DatabaseSync(place('data', 'events.db'), { readOnly: true })
  const events = db.prepare('SELECT type, data FROM events ORDER BY position').all()
  db.close()
  return events as { type: string; data: string }[]
}
const backUp = async (to: string) => {
  for (const file of ['events.db', 'keys.db'])
    expect(await tool('back-up', [place('data', file), place(to, file)])).toMatchObject({ code: 0 })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-erasure-'))
  shop = await start('data')
  const admin = await adminAt(shop.url)
  ada = await plantCanaries(shop.url, admin)
  bob = await plantCanaries(shop.url, admin)
  await shop.end('SIGTERM')
  ada = await plantInLog(place('data'), ada)
  shop = await start('data')
  await backUp('backup')
  await backUp('taken-away')
  renameSync(place('taken-away'), place('elsewhere'))
})
afterAll(async () => {
  await shop?.end('SIGKILL')
  rmSync(folder, { recursive: true })
})

test('every event with personal fields has a canary, and each canary is found before the erasure', async () => {
  const db = new DatabaseSync(place('backup', 'events.db'), { readOnly: true })
  // Messages that the person sent from the same address without being signed in have another id than the account.
  const addresses = "SELECT data ->> 'emailKey' FROM events WHERE type = 'AccountEdited' AND data ->> 'accountId' = ?"
  const holding = db.prepare(
    `SELECT DISTINCT type FROM events WHERE data ->> 'sealed' <> '' AND (data LIKE ? OR data ->> 'emailKey' IN (${addresses}))`,
  )
  const personal = allEvents.filter((event) => event.personal).map(({ type }) => type)
  expect(new Set(holding.all(`%${ada.id}%`, ada.id).map(({ type }) => type))).toEqual(new Set(personal))
  db.close()
  const { code, out } = await tool('verify-erasure', [], ada.values)
  expect(code).toBe(1)
  // The outbox keeps e-mails to the person, so these contain canaries too.
  expect(out).toMatch(/^FOUND value \d+ .+ in .+outbox/m)
  const found = new Set(
    Array.from(out.matchAll(/^FOUND value (\d+) .+ decrypted with an existing key/gm), ([, value]) => Number(value)),
  )
  expect(found).toEqual(new Set(ada.values.map((_, index) => index + 1)))
})

test('a running shop erases a person, and no trace is found in the shop, in its output or in its backups', async () => {
  const admin = await adminAt(shop.url)
  const dashboard = async () => (await admin.get('/api/admin/dashboard')).body
  const { revenue, totalOrders } = await dashboard()
  const before = eventsOfLog().length
  // A payment of the person is still under review at the provider, so the command refuses.
  const refused = await tool('erase', [ada.email, place('backup')])
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('or add --anyway') })
  const erased = await tool('erase', [ada.email, place('backup'), '--anyway'])
  expect(erased).toMatchObject({ code: 0, error: '' })
  const [, correspondent = ''] =
    new RegExp(`^${ada.id} and (\\S+): \\d+ values belong only to this person`).exec(erased.out) ?? []
  expect(erased.out).toContain('\n0 found. ')
  const [, kept, since] =
    /(\d+) events unchanged, (\d+) new; the hash chain is valid/.exec(erased.out)?.map(Number) ?? []
  // The shop still runs, and may have written further events.
  const after = eventsOfLog()
  const ofTheErasure = after.slice(before).filter(({ data }) => [ada.id, correspondent].some((id) => data.includes(id)))
  expect(ofTheErasure.map(({ type }) => type).toSorted()).toEqual(ERASURE)
  expect(kept).toBeGreaterThanOrEqual(before)
  expect(since).toBeGreaterThanOrEqual(ERASURE.length)
  expect(Number(kept) + Number(since)).toBeLessThanOrEqual(after.length)
  expect(erased.out).toContain('orders: 2 before, 2 now; revenue: 50.00 before, 50.00 now')
  for (const value of ada.values) expect(erased.out).not.toContain(value)
  expect(await dashboard()).toMatchObject({ revenue, totalOrders })
  expect((await admin.get(`/api/orders/${ada.orderId}`)).status).toBe(200)

  writeFileSync(place('shop.log'), shop.output())
  const later = await tool('verify-erasure', [place('shop.log'), place('backup')], ada.values)
  expect(later).toMatchObject({ code: 0, out: expect.stringMatching(/^0 found. Searched for 59 values in \d+ files/) })
  expect((await tool('verify-erasure', [], bob.values)).code).toBe(1)
})

test('an erased person stays erased when an older backup is restored', async () => {
  cpSync(place('backup'), place('restored'), { recursive: true })
  const restored = await start('restored')
  const admin = await adminAt(restored.url)
  const names = (await admin.get('/api/admin/users')).body.map(({ name }: { name: string }) => name)
  expect(names).toContain(bob.values[2])
  writeFileSync(place('restored', 'shop.log'), restored.output())
  expect(await tool('verify-erasure', [], ada.values, 'restored')).toMatchObject({ code: 0 })
  // The person's account exists again, without a name, because this backup is older than the erasure.
  expect(await tool('erase', [ada.id, '--anyway'], [], 'restored')).toMatchObject({ code: 0, error: '' })
  expect((await admin.get('/api/admin/users')).body.map(({ _id }: { _id: string }) => _id)).not.toContain(ada.id)
  expect(await restored.end('SIGTERM')).toBe(0)
})

test('a value is found if its key was not destroyed, and a copy of the value is found in any form', async () => {
  const kept = await tool('verify-erasure', [place('elsewhere', 'keys.db')], ada.values)
  expect(kept.code).toBe(1)
  expect(kept.out).toMatch(/^FOUND value 1 .+ in .+data.events\.db, decrypted with an existing key$/m)
  const forms: readonly [string, (value: string) => string | Buffer, string][] = [
    ['plain', (value) => `name=${value};`, 'as text'],
    ['json', (value) => JSON.stringify({ name: value }).replace('ë', '\\u00EB'), 'escaped'],
    ['address', (value) => encodeURIComponent(value).toLowerCase(), 'escaped'],
    ['base64', (value) => Buffer.from(`a${value}b`).toString('base64'), 'in base64'],
    ['utf-16', (value) => Buffer.from(value, 'utf16le'), 'in UTF-16'],
  ]
  mkdirSync(place('copies'))
  for (const [name, write] of forms) writeFileSync(place('copies', name), write(ada.values[0]!))
  const { out } = await tool('verify-erasure', [place('copies')], [ada.values[0]!])
  for (const [name, , how] of forms) expect(out).toContain(`FOUND value 1 ${how} in ${place('copies', name)}\n`)
})

test('if the shop is stopped, an erasure starts it; an unknown address is refused', async () => {
  expect(await shop.end('SIGTERM')).toBe(0)
  const erased = await tool('erase', [bob.id])
  expect(erased).toMatchObject({ code: 0 })
  expect(erased.out).toContain('\n0 found. ')
  expect(await tool('verify-erasure', [place('backup')], bob.values)).toMatchObject({ code: 0 })
  expect((await tool('erase', [bob.id])).error).toContain('There is no such user, or the user is already erased\n')
})
