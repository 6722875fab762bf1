import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { START } from '@shop/language/events/event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newEvents, newStream } from '../contract/log-under-test.ts'
import { openSqliteEventStore } from './sqlite-event-store.ts'
import { verifyLog } from './verify-log.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-crash-'))
  file = join(folder, 'events.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A process that appends with eight writers and prints the id of each acknowledged event. */
function startWriter() {
  const script = `
    import { openSqliteEventStore } from ${JSON.stringify(import.meta.resolve('./sqlite-event-store.ts'))}
    const store = openSqliteEventStore(${JSON.stringify(file)})
    const metadata = { correlationId: 'r', causationId: 'c', actor: { role: 'system' }, schemaVersion: 1, recordedAt: '' }
    await Promise.all(Array.from({ length: 8 }, async () => {
      const stream = crypto.randomUUID()
      for (let version = -1; ; version += 1) {
        const id = crypto.randomUUID()
        await store.append(stream, version, [{ id, type: 'GuestCartExpired', data: { ownerId: 'a' }, metadata }])
        process.stdout.write(id + '\\n')
      }
    }))`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
}

test('after a kill the log has every acknowledged event and is sound', async () => {
  for (const afterMs of [5, 40, 90]) {
    const writer = startWriter()
    let answered = ''
    writer.stdout.on('data', (text) => {
      answered += text
    })
    await once(writer.stdout, 'data')
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    writer.kill('SIGKILL')
    await once(writer, 'close')
    const store = openSqliteEventStore(file)
    const stored = new Set<string>()
    for await (const { events, caughtUp } of store.follow(START, new AbortController().signal)) {
      for (const { id } of events) stored.add(id)
      if (caughtUp) break
    }
    const ids = answered.split('\n').slice(0, -1)
    expect(ids.length).toBeGreaterThan(0)
    expect(ids.filter((id) => !stored.has(id))).toEqual([])
    expect(verifyLog(file)).toEqual(await store.chainHead())
    await store.close()
  }
})

test('a log that another process writes is refused until that process has ended', async () => {
  const writer = startWriter()
  await once(writer.stdout, 'data')
  expect(() => openSqliteEventStore(file)).toThrow(`${file} is in use by another running shop`)
  writer.kill('SIGKILL')
  await once(writer, 'close')
  await openSqliteEventStore(file).close()
})

test('a log that this process has open is refused until it is closed', async () => {
  const store = openSqliteEventStore(file)
  expect(() => openSqliteEventStore(file)).toThrow('is in use by another running shop')
  await store.close()
  await openSqliteEventStore(file).close()
})

test('a log with a torn or damaged end is read as a shorter log without gaps, never as a wrong log', async () => {
  const store = openSqliteEventStore(file)
  for (let n = 0; n < 12; n++) await store.append(newStream(), -1, newEvents(3))
  copyFileSync(file, join(folder, 'copy-of.db'))
  const wal = readFileSync(`${file}-wal`)
  await store.close()
  const torn = join(folder, 'torn.db')
  let shorter = 0
  for (let round = 0; round < 120; round++) {
    const at = Math.floor((wal.length * (round + 0.5)) / 120)
    const end = Buffer.from(round % 2 ? wal : wal.subarray(0, at))
    if (round % 2) end[at]! ^= 1 << (round % 8)
    copyFileSync(join(folder, 'copy-of.db'), torn)
    writeFileSync(`${torn}-wal`, end)
    rmSync(`${torn}-shm`, { force: true })
    const reopened = openSqliteEventStore(torn)
    const head = verifyLog(torn)
    expect(head).toEqual(await reopened.chainHead())
    if (head.events < 36) shorter += 1
    expect((await reopened.append('next', -1, newEvents(1))).version).toBe(0)
    await reopened.close()
  }
  expect(shorter).toBeGreaterThan(60)
})
