import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@shop/stores/test-support/free-port'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, callerAt, type ShopCaller } from '../support/caller.ts'
import { adminAt, customerAt, guestAt, lineOf, listProduct, PASSWORD, uploadAs } from '../support/people.ts'
import type { RoomProcess } from '../support/room-process.ts'
import { spawnShop } from '../support/shop-process.ts'

const PRELOADED = new URL('./unwritable.ts', import.meta.url).href
/** On a full disk small writes succeed until a database file has no free page left. Fewer than this many writes use up the free pages. */
const MOST_WRITES = 500
const REFUSED_IN_A_ROW = 20
/** Each kind of message is logged once a minute, so there are at most this many lines. */
const MOST_LINES = 6
const RESUMES = { interval: 200 }

let folder: string
let shop: RoomProcess
let admin: ShopCaller
let product: Parameters<typeof lineOf>[0]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-unwritable-'))
})
afterEach(async () => {
  if (!shop.hasEnded()) await shop.end('SIGKILL')
  rmSync(folder, { recursive: true })
})

async function open(environment: Record<string, string>) {
  const options = { NODE_ENV: 'test', NODE_OPTIONS: `--import=${PRELOADED}`, DEMO: 'off', ...environment }
  shop = spawnShop(folder, await freePort(), options)
  await shop.ready()
  admin = await adminAt(shop.url)
  product = await listProduct(admin, { countInStock: 5_000 })
}

/** Makes the disk full or read-only from now on, or normal again. */
async function toggle(word: 'unwritable' | 'writable') {
  const count = () => shop.output().split(`\n${word}\n`).length
  const before = count()
  shop.signal('SIGUSR2')
  await expect.poll(count).toBe(before + 1)
}

type Write = Readonly<{ answer: string; again: () => Promise<Answer>; pieces: () => Promise<number> }>
const resultOf = ({ status, body }: Answer) => `${status} ${body.code ?? ''}`.trim()

/** A new guest adds a piece. `again` repeats the same request. */
async function addPiece(): Promise<Write> {
  const { guestId, post, get } = guestAt(shop.url)
  const headers = { 'idempotency-key': randomUUID() }
  const again = () => post('/api/cart', { ...lineOf(product), guestId }, { headers })
  const pieces = async () => {
    const { products } = (await get(`/api/cart?guestId=${guestId}`)).body as { products: { quantity: number }[] }
    return products.reduce((sum, { quantity }) => sum + quantity, 0)
  }
  return { answer: resultOf(await again()), again, pieces }
}

const register = () =>
  callerAt(shop.url).post('/api/users/register', { name: 'Bob', email: `${randomUUID()}@x.test`, password: PASSWORD })

const readiness = async () => {
  const answer = await fetch(`${shop.url}/readyz`)
  return { http: answer.status, ...((await answer.json()) as object) }
}
const errors = () =>
  shop
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))

test.for(['full', 'read-only'])(
  'while the disk is %s writes are refused and reads continue; afterwards writes continue too',
  async (reason) => {
    await open({ UNWRITABLE: reason })
    const ada = await customerAt(shop.url)
    const red = { create: { width: 60, height: 40, channels: 3, background: 'red' } } as const
    const picture = await sharp(red).png().toBuffer()

    await toggle('unwritable')
    const writes: Write[] = []
    const isOver = () =>
      writes.slice(-REFUSED_IN_A_ROW).filter(({ answer }) => answer !== '200').length === REFUSED_IN_A_ROW
    while (!isOver() && writes.length < MOST_WRITES) writes.push(await addPiece())
    expect(isOver()).toBe(true)
    const refused = writes.filter(({ answer }) => answer !== '200')
    expect([...new Set(refused.map(({ answer }) => answer))]).toEqual(['503 UNAVAILABLE'])
    const renaming = admin.put(`/api/admin/products/${product._id}`, { description: 'x'.repeat(5_000) })
    const others = await Promise.all([register(), renaming, uploadAs(callerAt(shop.url), picture)])
    expect(others.map(resultOf)).toEqual(others.map(() => '503 UNAVAILABLE'))
    // The message is written for shoppers. Only the operator gets the technical reason.
    for (const { body } of others)
      expect(body.message).toMatch(/^(We cannot take any changes|There is no space for pictures) right now/)

    expect((await callerAt(shop.url).get(`/api/products/${product._id}`)).body.name).toBe('Test Shirt')
    expect((await ada.get('/api/orders/my-orders')).status).toBe(200)
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
    expect(await readiness()).toMatchObject({ http: 200, status: 'degraded', checks: { writes: 'refused' } })

    await toggle('writable')
    expect((await addPiece()).answer).toBe('200')
    await expect.poll(readiness, RESUMES).toMatchObject({ http: 200, status: 'ready' })
    for (const { again } of refused) expect((await again()).status).toBe(200)
    for (const { pieces } of writes) expect(await pieces()).toBe(1)
    expect(errors().filter((line) => line.includes('The shop cannot write. '))).toHaveLength(1)
    // Workers log each failure, and pause longer after each. So their lines depend on the time, and not on the number of requests.
    const ofRequests = errors().filter(
      (line) => !/Background work failed|start again from their checkpoints|starting again/.test(line),
    )
    expect(ofRequests.length, ofRequests.join('\n')).toBeLessThanOrEqual(MOST_LINES)
    expect(await shop.end('SIGTERM')).toBe(0)
  },
)

const seen = {
  device: 'desk',
  entry: 'direct',
  isSignedIn: false,
  seen: [{ what: 'product seen', productId: 'P1' }],
}

test('while only the log can still be written, acknowledged writes are shown later, and no read model halts', async () => {
  await open({ UNWRITABLE: 'full', BUT: 'events.db' })
  await toggle('unwritable')
  const answers: string[] = []
  const writes: Write[] = []
  // The writes are sent in parallel, because each answer waits a while for read models that cannot be written.
  const AT_ONCE = 30
  const many = <T>(ask: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, ask))
  while (!answers.includes('503 UNAVAILABLE') && answers.length < MOST_WRITES) {
    writes.push(...(await many(addPiece)))
    answers.push(...(await many(register)).map(resultOf))
  }
  expect(new Set(answers)).toEqual(new Set(['201', '503 UNAVAILABLE']))
  expect([...new Set(writes.map(({ answer }) => answer))]).toEqual(['200'])
  // The trail cannot be written either. Visitors get no error; only the operator gets a message.
  const beacon = async () => resultOf(await callerAt(shop.url).post('/api/trail', seen))
  expect(await beacon()).toBe('200')
  await expect.poll(shop.output).toContain('The trail cannot be written')
  expect((await addPiece()).answer).toBe('200')

  await toggle('writable')
  await expect.poll(readiness, RESUMES).toMatchObject({ http: 200, status: 'ready' })
  for (const { pieces } of writes) expect(await pieces()).toBe(1)
  expect(resultOf(await register())).toBe('201')
  expect(await shop.end('SIGTERM')).toBe(0)
})
