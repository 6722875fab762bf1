import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { newEvents } from '@shop/stores/event-store/contract/log-under-test'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchChain } from './watch-chain.ts'
import { watchWrites } from './watch-writes.ts'

let folder: string
let store: EventStore
let stop: AbortController
let watching: Promise<void> | undefined
let logged: { level: string; message: string; why?: string }[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-chain-'))
  store = openSqliteEventStore(join(folder, 'events.db'))
  stop = new AbortController()
  logged = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => Boolean(logged.push(JSON.parse(String(line)))))
  await store.append('cart-a', -1, newEvents(100))
})
afterEach(async () => {
  stop.abort()
  await watching
  vi.restoreAllMocks()
  await store.close()
  rmSync(folder, { recursive: true })
})

const SOON = { pauseMs: 1, everyMs: 20 }

function changeByHand() {
  const db = new DatabaseSync(join(folder, 'events.db'))
  db.exec("UPDATE events SET data = data || ' ' WHERE position = 3")
  db.close()
}

test('a change of the log is found by a later check; then appends are refused, reads go on, and one line names the place', async () => {
  const { log, check: checkWrites } = watchWrites(store, folder)
  const { check, watch } = watchChain(log, SOON)
  watching = watch(stop.signal)
  await log.append('cart-b', -1, newEvents(1))
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(check()).toBe('ok')
  changeByHand()
  await expect.poll(check).toBe('broken')
  await expect(log.append('cart-c', -1, newEvents(1))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/accepts no changes right now/),
  })
  expect(await Array.fromAsync(log.readStream('cart-c'))).toEqual([])
  expect(await Array.fromAsync(log.readStream('cart-a'))).toHaveLength(100)
  expect(checkWrites()).toBe('ok')
  await watching
  const why = 'events.db was changed at or right before position 3'
  expect(logged).toMatchObject([{ level: 'error', message: expect.stringMatching(/accepts no more changes/), why }])
})

test('if a log cannot be read for another reason, this is logged, and the log does not count as changed', async () => {
  const checkChain = vi.fn().mockRejectedValue(new Error('The disk is busy'))
  const { check, watch } = watchChain({ ...store, checkChain }, SOON)
  watching = watch(stop.signal)
  await expect.poll(() => logged.length).toBe(1)
  expect([check(), logged[0]?.message]).toEqual(['ok', expect.stringMatching(/could not be checked/)])
  await store.append('cart-b', -1, newEvents(1))
})

test('the check pauses after two milliseconds of work', async () => {
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const head = (await store.chainHead())!
  let pieces = 0
  const second = Promise.withResolvers<void>()
  async function checkChain() {
    // A piece takes a millisecond.
    nowMs += 1
    pieces += 1
    if (pieces === 2) second.resolve()
    return { head, isEnd: false }
  }
  const { watch } = watchChain({ ...store, checkChain }, { pauseMs: 60_000, everyMs: 60_000 })
  watching = watch(stop.signal)
  await second.promise
  // Without a pause, the check would do a third piece in this time.
  for (let turn = 0; turn < 10; turn++) await nextTurn()
  expect(pieces).toBe(2)
})

test('a store without a chain is never checked', async () => {
  const { checkChain: _, ...without } = store
  const { check, watch } = watchChain(without, SOON)
  await watch(stop.signal)
  expect([check(), logged]).toEqual(['ok', []])
})
