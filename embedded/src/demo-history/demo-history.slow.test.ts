import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { processes } from '@shop/projections/processes/all'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqliteJobQueue } from '@shop/stores/job-queue/sqlite/sqlite-job-queue'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAgenda } from './agenda.ts'
import { createChance } from './chance.ts'
import type { Customer, DemoShop } from './demo-shop.ts'
import { subscribe } from './newsletter.ts'
import { parcel } from './parcel.ts'

const run = promisify(execFile)
const DAYS = 5
let folder: string
let output: string

const fill = (into: string, ...options: string[]) =>
  run(process.execPath, ['embedded/src/demo-history/main.ts', ...options], { env: { ...process.env, DATA_DIR: into } })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-past-'))
  output = (await fill(folder, '--days', String(DAYS), '--visits', '25')).stdout
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the history has orders, used discount codes, shipped orders and abandoned checkouts, each recorded at its time and in order', async () => {
  const log = openSqliteEventStore(join(folder, 'events.db'))
  const counts = new Map<string, number>()
  const times: string[] = []
  for await (const { events, caughtUp } of log.follow('', new AbortController().signal)) {
    for (const { type, data, metadata } of events) {
      // Each edit changes something.
      if (type === 'ProductEdited') expect((data as { changes: object }).changes).not.toEqual({})
      counts.set(type, (counts.get(type) ?? 0) + 1)
      times.push(metadata.recordedAt)
    }
    if (caughtUp) break
  }
  await log.close()
  for (const type of [
    'OrderPlaced',
    'CheckoutExpired',
    'OrderStatusChanged',
    'GuestCartMerged',
    'SessionBegun',
    'DiscountGiven',
  ])
    expect([type, (counts.get(type) ?? 0) > 0]).toEqual([type, true])
  expect(times).toEqual(times.toSorted())
  const daysAgo = (Date.now() - Date.parse(times[0] ?? '')) / 86_400_000
  expect(daysAgo).toBeGreaterThan(DAYS - 0.01)
  expect(daysAgo).toBeLessThan(DAYS + 0.1)
  expect(output).toContain(`${counts.get('OrderPlaced')} orders`)
  expect(output).not.toContain('UNEXPECTED')
})

test('the trail of the history has views, failed searches and refusals on each day', () => {
  const files = readdirSync(join(folder, 'trail')).filter((name) => name.startsWith('counts-'))
  const rows = files.flatMap((name) =>
    readFileSync(join(folder, 'trail', name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { day: string; what: string; found: boolean | null }),
  )
  const counted = new Set(rows.map(({ what, found }) => (what === 'search' ? `${what} ${found}` : what)))
  for (const what of ['product seen', 'list shown', 'search true', 'search false', 'checkout step'])
    expect(counted).toContain(what)
  expect(new Set(rows.map(({ day }) => day)).size).toBeGreaterThanOrEqual(DAYS)
})

test('when the shop opens, process managers do not repeat commands for past events', async () => {
  const queue = openSqliteJobQueue(join(folder, 'jobs.db'))
  const checkpoints = await Promise.all(processes.map(({ name }) => queue.checkpoint(name)))
  await queue.close()
  expect(new Set(checkpoints).size).toBe(1)
  expect(checkpoints[0]).not.toBe('')
})

test('the books of the history balance, and its read models match its log', async () => {
  const env = { ...process.env, DATA_DIR: folder }
  for (const command of ['command-service/src/books/main.ts', 'projections/src/verify-models/main.ts'])
    await run(process.execPath, [command], { env })
})

test('a return is requested and received, and pieces in perfect condition go back into stock', async () => {
  const asked: unknown[] = []
  const answering = async (...call: unknown[]) => {
    asked.push(call)
    return { status: 200, body: { return: { _id: 'back' } } }
  }
  const chance = {
    ...createChance(7),
    happens: (likelihood: number) => likelihood > 0.05,
    one: <T>(many: readonly T[]) => many[0]!,
  }
  const demo = { chance, shop: { ask: answering }, customers: [{ id: 'ada', token: 'hers' }] } as unknown as DemoShop
  const pauses = await Array.fromAsync(parcel(demo, { id: 'o1', customerId: 'ada', total: 50 }, answering))
  expect(pauses).toHaveLength(3)
  const line = { line: 0, quantity: 1 }
  expect(asked).toEqual([
    ['PUT', '/orders/o1', { status: 'Shipped', trackingNumber: expect.stringMatching(/^SV\d{8}US$/) }],
    ['PUT', '/orders/o1', { status: 'Delivered' }],
    [
      'POST',
      '/own-orders/o1/returns',
      { token: 'hers', body: { lines: [line], chosenReason: 'too-small', reason: 'Too small' } },
    ],
    ['PUT', '/orders/o1/returns/back', { lines: [{ ...line, restocked: 1 }] }],
  ])
})

test('a customer subscribes, opens the mailed link and keeps the mailed code for the first checkout', async () => {
  const asked: unknown[] = []
  const mails = {
    'newsletter-confirm': 'Confirm: https://shop/newsletter#token=a.b-c_d\n',
    'newsletter-subscribed': 'Discount code: 7H2KD-9QMX4\n',
  }
  const shop = {
    ask: async (...call: unknown[]) => asked.push(call),
    mailedTo: (_: string, kind: keyof typeof mails) => mails[kind],
  }
  const demo = { chance: { ...createChance(7), happens: () => true }, shop } as unknown as DemoShop
  const customer = { person: { email: 'ada@demo.invalid' } } as Customer
  await Array.fromAsync(subscribe(demo, customer))
  expect(asked).toEqual([
    ['POST', '/newsletter', { body: { email: 'ada@demo.invalid' } }],
    ['POST', '/newsletter/confirm', { body: { token: 'a.b-c_d' } }],
  ])
  expect(customer.discountCode).toBe('7H2KD-9QMX4')
})

test('a folder that already has a shop is not changed', async () => {
  await expect(fill(folder)).rejects.toMatchObject({ stderr: expect.stringContaining('Name an empty folder') })
})

test('unknown arguments print the usage', async () => {
  for (const options of [
    ['--days', '0'],
    ['--days', 'many'],
    ['--weeks', '2'],
  ])
    await expect(fill(join(folder, 'new'), ...options)).rejects.toMatchObject({
      stderr: expect.stringMatching(/^Usage: /),
    })
})

test('planned acts happen in order of their time, not in the order of planning', () => {
  const agenda = createAgenda<string>()
  for (const [atMs, what] of [
    [3, 'third'],
    [1, 'first'],
    [3, 'fourth'],
    [2, 'second'],
    [9, 'too late'],
  ] as const)
    agenda.put(atMs, what)
  const taken: string[] = []
  for (let next = agenda.takeBefore(9); next; next = agenda.takeBefore(9)) taken.push(next.what)
  expect(taken).toEqual(['first', 'second', 'third', 'fourth'])
  expect(agenda.remaining().map(({ what }) => what)).toEqual(['too late'])
})

test('the same seed gives the same random decisions, and the weights count', () => {
  const [one, same, other] = [createChance(7), createChance(7), createChance(8)]
  const drawn = (chance: typeof one) => Array.from({ length: 20 }, () => chance.whole(1, 1000))
  const first = drawn(one)
  expect(drawn(same)).toEqual(first)
  expect(drawn(other)).not.toEqual(first)
  const often = Array.from({ length: 1000 }, () => one.weighted(['rare', 'often'], (word) => (word === 'rare' ? 1 : 9)))
  expect(often.filter((word) => word === 'often').length).toBeGreaterThan(800)
})
