import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Recorded, START } from '@shop/language/events/event'
import { newEvents, newStream } from '@shop/stores/event-store/contract/log-under-test'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appendUntilIn } from '../test-support/append-until-in.ts'
import { type EventStoreProcess, startEventStoreProcess } from '../test-support/eventstore-process.ts'
import { openKurrentEventStore } from './kurrentdb-event-store.ts'

describe('the log on a server whose process fails', () => {
  let folder: string
  let server: EventStoreProcess
  let store: EventStore
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'selvedge-kurrentdb-'))
    server = await startEventStoreProcess({ folder })
    store = openKurrentEventStore(server.url, { appendMs: 500, readMs: 500 })
  })
  afterEach(async () => {
    await store.close()
    await server.end('SIGKILL')
    await rm(folder, { recursive: true })
  })
  const startAgain = async () => {
    server = await startEventStoreProcess({ folder, port: server.port })
  }

  test('when the process is killed under 16 writers, no acknowledged event is lost', async () => {
    const stop = new AbortController()
    const followed: Recorded[] = []
    const following = (async () => {
      for await (const { events } of store.follow(START, stop.signal)) followed.push(...events)
    })()
    const load = new AbortController()
    const writing = appendUntilIn(store, { writers: 16, events: 1_000_000, signal: load.signal })
    const underLoad = async () => {
      const before = followed.length
      await sleep(1_000)
      await expect.poll(() => followed.length - before).toBeGreaterThan(40)
    }
    for (let kills = 0; kills < 3; kills += 1) {
      await underLoad()
      await server.end('SIGKILL')
      await sleep(100)
      await startAgain()
    }
    await underLoad()
    load.abort()
    const acknowledged = await writing
    const last = await store.append(newStream(), -1, newEvents(1))
    await expect.poll(() => followed.at(-1)?.position ?? '').toBe(last.position)
    stop.abort()
    await following

    expect(acknowledged.length).toBeGreaterThan(100)
    const seen = new Set(followed.map(({ id }) => id))
    expect(seen.size).toBe(followed.length)
    expect(acknowledged.filter((id) => !seen.has(id))).toEqual([])
  })

  test('while the process hangs, every call fails as UNAVAILABLE within its time limit; afterwards the store works', async () => {
    const stream = newStream()
    await store.append(stream, -1, newEvents(1))
    server.signal('SIGSTOP')
    const patient = openKurrentEventStore(server.url, { appendMs: 10_000, readMs: 10_000, silentMs: 10_000 })
    let isLate = false
    const late = patient.head().finally(() => (isLate = true))
    const calls = [
      store.append(stream, 0, newEvents(1)),
      store.append(newStream(), -1, newEvents(1)),
      store.head(),
      Array.fromAsync(store.readStream(stream)),
    ]
    for (const answer of await Promise.allSettled(calls))
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } })
    expect(isLate).toBe(false)
    server.signal('SIGCONT')
    await late
    await patient.close()
    await expect.poll(() => store.readStream(stream)[Symbol.asyncIterator]().next()).toMatchObject({ done: false })
  })

  test('when the process hangs and is killed, the appends that wait in the connection’s buffer fail, and do not end this process', async () => {
    await store.append(newStream(), -1, newEvents(1))
    server.signal('SIGSTOP')
    const appends = Array.from({ length: 300 }, () => store.append(newStream(), -1, newEvents(20)))
    for (const answer of await Promise.allSettled(appends))
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } })
    await server.end('SIGKILL')
    await startAgain()
    const stream = newStream()
    await expect.poll(() => store.append(stream, -1, newEvents(1)).catch(() => undefined)).toMatchObject({ version: 0 })
  })
})
