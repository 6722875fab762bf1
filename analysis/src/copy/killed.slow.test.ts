import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAll, contentOf, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { temporaryFolder } from './copy-files.ts'

/** CI uses only a few kills. `KILLS=20` runs the test with more. */
const KILLS = Number(process.env.KILLS ?? 5)
const place = newFolder()
const log = join(place.folder, 'events.db')
const folder = join(place.folder, 'analysis')
let store: ReturnType<typeof openSqliteEventStore>

beforeAll(async () => {
  store = openSqliteEventStore(log)
  await appendAll(store, await someEvents(400, 1))
})
afterAll(async () => {
  await store.close()
  place.remove()
})

test(`a copy whose process was killed ${KILLS} times is the same as a copy whose process was never killed`, async () => {
  for (let kill = 1; kill <= KILLS; kill++) await killedAfter(new Set([40 * kill]), 20 * kill)
  const survived = await copying(store, folder, contentOf)
  const other = newFolder()
  expect(survived).toEqual(await copying(store, other.folder, contentOf))
  expect(survived.event).toBe(400)
  other.remove()
})

test('files that a killed question left on the disk are deleted when the copy is opened', async () => {
  const left = join(temporaryFolder(folder), 'left')
  mkdirSync(left, { recursive: true })
  expect(await copying(store, folder, async () => existsSync(left))).toBe(false)
})

/** Kills the copying process, `waitMs` after it has reported one of these events. */
async function killedAfter(events: ReadonlySet<number>, waitMs: number) {
  const child: ChildProcess = fork(join(import.meta.dirname, '../../test-support/copy-slowly.ts'), [log, folder])
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.on('message', (event) => {
    if ([...events].some((at) => Number(event) >= at)) setTimeout(() => child.kill('SIGKILL'), waitMs % 60)
  })
  await ended
}
