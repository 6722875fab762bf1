import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { followStandings } from '@shop/stores/read-store/standings'
import { stepOf } from '@shop/stores/read-store/step-of'
import Koa from 'koa'
import { afterEach, expect, test } from 'vitest'
import { slowestOf, standingsRoute } from './standings-over-http.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const LONG_MS = 5_000
const nothing = { behind: false, halted: [] }
const halted = {
  event: { id: 'e6', type: 'OrderPlaced', position: '6', stream: 'order-1' },
  error: 'no such thing',
  at: '2026-01-01T00:00:00.000Z',
}

/** Starts a query-service that has only its read models. It counts its requests. */
async function start(port = 0) {
  const readStore = openSqliteReadStore(':memory:')
  let asked = 0
  const app = new Koa()
  app.use((_, next) => {
    asked++
    return next()
  })
  const server: Server = app.use(standingsRoute(followStandings(readStore, ['orders@1']))).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const end = async () => {
    server.closeAllConnections()
    server.close()
    await readStore.close()
  }
  closing.push(end)
  const { port: listensAt } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${listensAt}`,
    port: listensAt,
    asked: () => asked,
    end,
    move: (from: string, to: string, failures = {}) => readStore.commit(stepOf('orders@1', from, to, [], failures)),
  }
}

test('a position is reached when the slowest query-service shows it', async () => {
  const [one, two] = [await start(), await start()]
  const reached = slowestOf({ ready: () => [one.url, two.url] })
  await one.move(START, '5')
  await two.move(START, '4')
  const waiting = reached('5', LONG_MS)
  let isOver = false
  void waiting.then(() => (isOver = true))
  await sleep(100)
  expect(isOver).toBe(false)
  await two.move('4', '6')
  expect(await waiting).toEqual(nothing)
})

test('waiting commands share one open request, and a position that is known to be reached needs no request', async () => {
  const one = await start()
  await one.move(START, '4')
  const reached = slowestOf({ ready: () => [one.url] })
  const waiting = Array.from({ length: 50 }, () => reached('5', LONG_MS))
  await sleep(100)
  await one.move('4', '5')
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => nothing))
  const asked = one.asked()
  expect(asked).toBeLessThanOrEqual(3)
  expect(await reached('5', 0)).toEqual(nothing)
  expect(one.asked()).toBe(asked)
})

test('no command waits for a read model that it does not change', async () => {
  const one = await start()
  await one.move(START, '4')
  const reached = slowestOf({ ready: () => [one.url] })
  expect(await reached('5', LONG_MS, (name) => name === 'carts@1')).toEqual(nothing)
  expect(await reached('5', 100, (name) => name === 'orders@1')).toEqual({ behind: true, halted: [] })
})

test('if a wait takes too long, or no instance is ready, the answer is that the read models are behind', async () => {
  const one = await start()
  await one.move(START, '4')
  expect(await slowestOf({ ready: () => [one.url] })('5', 100)).toEqual({ behind: true, halted: [] })
  expect(await slowestOf({ ready: () => [] })('5', 100)).toEqual({ behind: true, halted: [] })
})

test('a halted read model is reported at once, and commands wait for it again when it continues', async () => {
  const one = await start()
  await one.move(START, '5')
  const reached = slowestOf({ ready: () => [one.url] })
  const waiting = reached('7', LONG_MS)
  await sleep(50)
  await one.move('5', '5', { halted })
  expect(await waiting).toEqual({ behind: false, halted: ['orders@1'] })
  await one.move('5', '6')
  await expect.poll(() => reached('7', 20)).toEqual({ behind: true, halted: [] })
  await one.move('6', '7')
  expect(await reached('7', LONG_MS)).toEqual(nothing)
})

test('no request waits for an instance that is gone, and an instance that came back is queried again', async () => {
  const one = await start()
  let ready = [one.url]
  const reached = slowestOf({ ready: () => ready })
  await one.move(START, '5')
  const waiting = reached('9', LONG_MS)
  await sleep(50)
  ready = []
  await one.end()
  expect(await waiting).toEqual(nothing)
  const again = await start(one.port)
  await again.move(START, '9')
  ready = [again.url]
  expect(await reached('9', LONG_MS)).toEqual(nothing)
  expect(again.asked()).toBeGreaterThan(0)
})
