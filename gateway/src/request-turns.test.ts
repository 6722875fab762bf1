import { newEvents, newStream } from '@shop/stores/event-store/contract/log-under-test'
import { createSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqlite } from '@shop/stores/open-sqlite'
import type { Context } from 'koa'
import { expect, test, vi } from 'vitest'
import { boundInFlight, takeTurns } from './request-turns.ts'

const PIECE_MS = 5

/** Resolves when all work has run until it has to wait. */
const settled = () => new Promise(setImmediate)
const from = (ip: string, res = {}) => ({ ip, res }) as Context

/** Sends all requests concurrently. Each request blocks the event loop for some time. Returns the order in which they were served. */
async function served(clients: readonly string[]) {
  const turns = takeTurns()
  const order: string[] = []
  await Promise.all(
    clients.map((ip) =>
      turns(from(ip), async () => {
        order.push(ip)
        const untilMs = performance.now() + PIECE_MS
        while (performance.now() < untilMs);
      }),
    ),
  )
  return order
}

test('another client waits for only one request of a client that sends many', async () => {
  const order = await served([...Array<string>(20).fill('10.0.0.1'), '10.0.0.2', '10.0.0.2'])
  expect(order).toHaveLength(22)
  expect(order.indexOf('10.0.0.2')).toBeLessThanOrEqual(2)
  expect(order.lastIndexOf('10.0.0.2')).toBeLessThanOrEqual(4)
})

test('between two requests the event loop runs other work', async () => {
  let ticks = 0
  const ticking = setInterval(() => ticks++, 1)
  await served(Array<string>(20).fill('10.0.0.1'))
  clearInterval(ticking)
  expect(ticks).toBeGreaterThanOrEqual(10)
})

test('a single request does not wait', async () => {
  let begun = false
  void takeTurns()(from('10.0.0.1'), async () => {
    begun = true
  })
  expect(begun).toBe(true)
})

test('at most 512 requests of one client wait, and further requests are refused until there is room again', async () => {
  const turns = takeTurns(() => 0)
  const send = (ip: string) => turns(from(ip), async () => {})
  const [begun, ...waiting] = Array.from({ length: 514 }, () => send('10.0.0.1'))
  await expect(waiting.at(-1)).rejects.toMatchObject({ code: 'OVERLOADED' })
  await Promise.all([begun, ...waiting.slice(0, -1), send('10.0.0.2')])
  await send('10.0.0.1')
})

test('twenty requests that start in one turn make at most two commits', async () => {
  const db = openSqlite(':memory:', 'FULL')
  const statements = vi.spyOn(db, 'exec')
  const store = createSqliteEventStore(db, () => {})
  const turns = takeTurns(() => 0)
  statements.mockClear()
  const requests = Array.from({ length: 20 }, (_, n) =>
    turns(from(`10.0.0.${n}`), async () => {
      // All work of a request before its append happens in the same turn.
      for (let step = 0; step < 50; step++) await undefined
      await store.append(newStream(), -1, newEvents(1))
    }),
  )
  await Promise.all(requests)
  const commits = statements.mock.calls.filter(([sql]) => sql === 'COMMIT').length
  await store.close()
  expect(commits).toBeGreaterThan(0)
  expect(commits).toBeLessThanOrEqual(2)
})

test('200 clients who write at once are all served; while writes are blocked, one more write is refused at once', async () => {
  let nowMs = 0
  const bound = boundInFlight({ now: () => nowMs })
  const ends: (() => void)[] = []
  const write = (ip: string) =>
    bound({ ...from(ip), method: 'POST' } as Context, () => new Promise<void>((end) => ends.push(end)))
  const writes = Array.from({ length: 200 }, (_, n) => write(`10.0.${n}.1`))
  await settled()
  expect(ends).toHaveLength(64)
  await allServed(writes)
  const stuck = Array.from({ length: 65 }, (_, n) => write(`10.0.${n}.1`))
  await settled()
  nowMs += 40_000
  await expect(write('10.0.99.1')).rejects.toMatchObject({ code: 'OVERLOADED', details: { retryAfter: 2 } })
  await allServed(stuck)

  async function allServed(them: readonly Promise<unknown>[]) {
    for (; ends.length > 0; await settled()) {
      nowMs += 30
      for (const end of ends.splice(0)) end()
    }
    await Promise.all(them)
  }
})

test('a request whose caller disconnected while it waited is not started', async () => {
  const turns = takeTurns()
  const gone = { destroyed: false }
  let begun = 0
  const next = async () => void begun++
  const left = from('10.0.0.1', gone)
  const requests = [turns(from('10.0.0.1'), next), turns(left, next)]
  gone.destroyed = true
  await Promise.all(requests)
  expect(begun).toBe(1)
  // The status must mean neither an unknown address nor a failure of the shop.
  expect(left).toMatchObject({ status: 400, body: null })
})
