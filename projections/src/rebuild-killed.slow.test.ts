import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import { orders } from '@shop/language/order/document'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqliteKeyStore } from '@shop/stores/key-store/sqlite/sqlite-key-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EVENTS_AN_ORDER, makeLogOfOrders } from '../bench/log-of-orders.ts'
import { projections } from './all.ts'
import { runProjections } from './run-projections.ts'

const ORDERS = 12_000
const checkout = join(import.meta.dirname, '../..')

let folder: string
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  folder = mkdtempSync(join(tmpdir(), 'selvedge-rebuild-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

/** Starts a process that builds all read models, and kills it when it has written a piece of the documents of orders. */
async function killedInTheMiddle(log: string, readModels: string) {
  const program = join(checkout, 'projections/bench/rebuild-once.ts')
  const child = spawn(process.execPath, [program, checkout, log, readModels], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  while (child.exitCode === null && !stagedAt(readModels)) await sleep(5)
  child.kill('SIGKILL')
  await ended
  expect(child.signalCode).toBe('SIGKILL')
}

function stagedAt(file: string): string | undefined {
  try {
    using db = new DatabaseSync(file, { readOnly: true })
    const row = db.prepare(`SELECT position FROM staged WHERE collection LIKE 'orders@%'`).get()
    return row && String(row.position)
  } catch {
    // The other process is still creating the file.
    return undefined
  }
}

async function build(log: string, readModels: string) {
  const store = openSqliteEventStore(log)
  const readStore = openSqliteReadStore(readModels)
  const stop = new AbortController()
  const staged: string[] = []
  const watched: ReadStore = {
    ...readStore,
    async stage(collection) {
      const stage = await readStore.stage(collection)
      staged.push(stage.position())
      return stage
    },
  }
  const shopLog = createShopLog(store, openSqliteKeyStore(':memory:'))
  const running = runProjections(projections, shopLog, watched, stop.signal)
  await running.caughtUp
  stop.abort()
  await running.done
  const documents = await Promise.all(projections.map(async ({ into }) => (await readStore.find(into)).documents))
  const checkpoint = await readStore.checkpoint(orders.name)
  await Promise.all([store.close(), readStore.close()])
  return { staged, documents, checkpoint }
}

test('the next process continues the rebuild of a killed process, with the same result', async () => {
  const log = join(folder, 'events.db')
  await makeLogOfOrders(log, ORDERS)
  await killedInTheMiddle(log, join(folder, 'killed.db'))
  const goneOn = await build(log, join(folder, 'killed.db'))
  const atOnce = await build(log, join(folder, 'whole.db'))
  expect(goneOn.staged.some((position) => position > START)).toBe(true)
  expect(atOnce.staged.every((position) => position === START)).toBe(true)
  expect(goneOn.checkpoint).toEqual(atOnce.checkpoint)
  expect(goneOn.documents).toEqual(atOnce.documents)
  expect(goneOn.documents.flat().length).toBeGreaterThan(ORDERS)
  expect(Number(atOnce.checkpoint?.position.split('.')[1])).toBe(ORDERS * EVENTS_AN_ORDER)
})
