import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DatabaseSync, StatementSync } from 'node:sqlite'
import { START } from '@shop/language/events/event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JournalSync } from '../../journal-sync.ts'
import { openSqlite } from '../../open-sqlite.ts'
import { eventStoreContract } from '../contract/event-store-contract.ts'
import { newEvent, newEvents, newStream } from '../contract/log-under-test.ts'
import { type EventStore, VersionConflict } from '../event-store.ts'
import { createSqliteEventStore, openSqliteEventStore } from './sqlite-event-store.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'selvedge-log-'))

eventStoreContract('SQLite', async () => {
  const folder = newFolder()
  return {
    open: () => openSqliteEventStore(join(folder, 'events.db')),
    remove: async () => rmSync(folder, { recursive: true }),
  }
})

describe('the log in an SQLite file', () => {
  let folder: string
  let file: string
  let db: DatabaseSync
  let store: EventStore
  let sync: JournalSync
  beforeEach(() => {
    folder = newFolder()
    file = join(folder, 'events.db')
    db = openSqlite(file, 'NORMAL')
    sync = { synced: async () => {}, close: () => {} }
    store = createSqliteEventStore(
      db,
      () => {},
      () => ({ synced: () => sync.synced(), close: () => {} }),
    )
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const read = (stream: string) => Array.fromAsync(store.readStream(stream))
  const positions = () =>
    db
      .prepare('SELECT position FROM events ORDER BY position')
      .all()
      .map(({ position }) => position)

  test('positions have no gaps after refused and repeated appends', async () => {
    expect(await store.head()).toBe(START)
    const events = newEvents(2)
    await Promise.allSettled([
      store.append('a', -1, events),
      store.append('a', -1, newEvents(3)),
      store.append('a', -1, events),
      store.append('b', 7, newEvents(1)),
      store.append('a', 1, newEvents(1)),
      store.append('a', 2, [newEvent(1, events[0]!.id)]),
      store.append('c', -1, newEvents(1)),
    ])
    expect(positions()).toEqual([1, 2, 3, 4])
    expect(await store.head()).toBe('00000000000000000004')
  })

  test('appends of the same turn share one commit', async () => {
    const exec = vi.spyOn(db, 'exec')
    await Promise.all(Array.from({ length: 64 }, () => store.append(newStream(), -1, newEvents(1))))
    expect(exec.mock.calls.flat()).toEqual(['BEGIN IMMEDIATE', 'COMMIT'])
  })

  test('the second append of a turn is checked against the first', async () => {
    const answers = await Promise.all([0, 1, 2].map((n) => store.append('a', n * 2 - 1, newEvents(2))))
    expect(answers.map(({ version }) => version)).toEqual([1, 3, 5])
  })

  test('an event whose id is already in its stream is refused, and other appends of the same turn succeed', async () => {
    const event = newEvent()
    await store.append('a', -1, [event])
    const answers = await Promise.allSettled([
      store.append('b', -1, newEvents(2)),
      store.append('a', 0, [newEvent(), event]),
      store.append('a', 0, newEvents(1)),
      store.append('b', 1, newEvents(1)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect(answers[1]).toMatchObject({ reason: expect.any(VersionConflict) })
    expect(await read('a')).toHaveLength(2)
    expect((await store.append('a', 1, newEvents(1))).version).toBe(2)
    expect(positions()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('a wrong head in memory is corrected from the file, at the cost of one conflict', async () => {
    await store.append('a', -1, newEvents(1))
    db.exec('UPDATE events SET version = 1')
    const answers = await Promise.allSettled([store.append('a', 0, newEvents(1)), store.append('b', -1, newEvents(1))])
    expect(answers).toMatchObject([{ reason: expect.any(VersionConflict) }, { value: { version: 0 } }])
    expect((await store.append('a', 1, newEvents(1))).version).toBe(2)
  })

  test('the log stops when another process has written to it', async () => {
    await store.append('a', -1, newEvents(1))
    const other = createSqliteEventStore(openSqlite(file, 'NORMAL'), () => {})
    await other.append('b', -1, newEvents(1))
    await other.close()
    for (const stream of ['c', 'd'])
      await expect(store.append(stream, -1, newEvents(1))).rejects.toMatchObject({
        cause: { message: expect.stringContaining('The log has stopped') },
      })
    expect(positions()).toEqual([1, 2])
  })

  test('a read after the end of a stream does not query the file', async () => {
    await store.append('a', -1, newEvents(3))
    const asked = [vi.spyOn(StatementSync.prototype, 'all'), vi.spyOn(StatementSync.prototype, 'get')]
    expect(await Array.fromAsync(store.readStream('a', 3))).toEqual([])
    for (const one of asked) expect(one).not.toHaveBeenCalled()
  })

  test('a follower that is far behind reads batches of 500, and learns when it has caught up', async () => {
    for (let at = 0; at < 12; at++) await store.append(`s${at}`, -1, newEvents(100))
    const stop = new AbortController()
    const batches: [number, boolean][] = []
    for await (const { events, caughtUp } of store.follow(START, stop.signal)) {
      batches.push([events.length, caughtUp])
      if (caughtUp) stop.abort()
    }
    expect(batches).toEqual([
      [500, false],
      [500, false],
      [200, true],
    ])
  })

  test('a follower of some types gets no events of other types, and may get empty batches', async () => {
    const [one, other] = [
      { ...newEvent(1), type: 'One' },
      { ...newEvent(2), type: 'Other' },
    ]
    await store.append(
      'a',
      -1,
      Array.from({ length: 1_200 }, (_, n) => ({ ...other, id: `other-${n}` })),
    )
    await store.append('b', -1, [one, other])
    const batches: string[][] = []
    for await (const { events, upTo, caughtUp } of store.follow(START, new AbortController().signal, ['One'])) {
      batches.push([...events.map(({ type }) => type), String(Number(upTo))])
      if (caughtUp) break
    }
    expect(batches).toEqual([['500'], ['1000'], ['One', '1202']])
  })

  test('a full disk fails the append, and appends succeed again when there is space', async () => {
    await store.append('a', -1, newEvents(1))
    const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count)
    db.exec(`PRAGMA max_page_count = ${pages}`)
    const full = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => store.append(`b${n}`, -1, newEvents(20))),
    )
    for (const answer of full) expect(answer).toMatchObject({ reason: { code: 'UNAVAILABLE' } })
    expect(positions()).toEqual([1])
    expect(await read('a')).toHaveLength(1)
    db.exec('PRAGMA max_page_count = 1000000')
    expect((await store.append('b1', -1, newEvents(20))).version).toBe(19)
    expect(positions()).toHaveLength(21)
  })

  const failAt = (statement: string, errcode: number) => {
    const exec = db.exec.bind(db)
    return vi.spyOn(db, 'exec').mockImplementation((sql) => {
      if (sql === statement) throw Object.assign(new Error('disk I/O error'), { errcode })
      exec(sql)
    })
  }
  const IOERR_FSYNC = 1034
  const IOERR_WRITE = 778
  const FULL = 13

  test('a full disk at the commit fails the append, and appends succeed again', async () => {
    failAt('COMMIT', FULL)
    await expect(store.append('a', -1, newEvents(1))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    vi.restoreAllMocks()
    expect((await store.append('a', -1, newEvents(1))).version).toBe(0)
  })

  test('an error before the commit fails the append, and appends succeed again', async () => {
    failAt('BEGIN IMMEDIATE', IOERR_WRITE)
    await expect(store.append('a', -1, newEvents(1))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    vi.restoreAllMocks()
    expect((await store.append('a', -1, newEvents(1))).version).toBe(0)
  })

  /** The next sync does not end until the returned function is called. */
  function holdSync() {
    const held = Promise.withResolvers<void>()
    vi.spyOn(sync, 'synced').mockReturnValueOnce(held.promise)
    return held.resolve
  }
  const inFile = () => expect.poll(positions).not.toEqual([])

  test('no reader sees an event before it is on the disk', async () => {
    const endSync = holdSync()
    const appended = store.append('a', -1, newEvents(2))
    await inFile()
    expect([await read('a'), await store.head(), (await store.chainHead())?.events]).toEqual([[], START, 0])
    const stop = new AbortController()
    const seen: number[] = []
    const following = (async () => {
      for await (const { events } of store.follow(START, stop.signal)) if (seen.push(events.length) === 2) stop.abort()
    })()
    expect((await store.checkChain?.())?.head.events).toBe(2)
    endSync()
    await Promise.all([appended, following])
    expect([(await read('a')).length, seen]).toEqual([2, [0, 2]])
  })

  test('appends that arrive during a sync share the next commit', async () => {
    const endSync = holdSync()
    const exec = vi.spyOn(db, 'exec')
    const first = store.append('a', -1, newEvents(1))
    await inFile()
    const later = Array.from({ length: 20 }, () => store.append(newStream(), -1, newEvents(1)))
    await new Promise(setImmediate)
    endSync()
    await Promise.all([first, ...later])
    expect(exec.mock.calls.flat().filter((sql) => sql === 'COMMIT')).toHaveLength(2)
  })

  test.for(['EIO', 'ENOSPC'])(
    'a sync that fails with %s stops the log, and no reader sees its events',
    async (code) => {
      vi.spyOn(sync, 'synced').mockRejectedValueOnce(Object.assign(new Error('i/o error'), { code }))
      const events = newEvents(1)
      const refused = { reason: { cause: { message: expect.stringContaining('The log has stopped') } } }
      const [first] = await Promise.allSettled([store.append('a', -1, events)])
      const [later] = await Promise.allSettled([store.append('a', -1, events)])
      expect([first, later]).toMatchObject([refused, refused])
      expect(await read('a')).toEqual([])
    },
  )

  test('a log that is closed during a sync answers when the sync has ended', async () => {
    const endSync = holdSync()
    const appended = store.append('a', -1, newEvents(1))
    await inFile()
    const closed = store.close()
    endSync()
    await closed
    expect((await appended).version).toBe(0)
  })

  test('a failed commit stops the log: appends fail as UNAVAILABLE from then on, and reads go on', async () => {
    await store.append('a', -1, newEvents(1))
    failAt('COMMIT', IOERR_FSYNC)
    const events = newEvents(1)
    const pending = await Promise.allSettled([store.append('a', 0, events), store.append('b', -1, newEvents(1))])
    vi.restoreAllMocks()
    const later = await Promise.allSettled([store.append('a', 0, events)])
    for (const answer of [...pending, ...later])
      expect(answer).toMatchObject({
        reason: { code: 'UNAVAILABLE', cause: { message: expect.stringContaining('The log has stopped') } },
      })
    expect(await read('a')).toHaveLength(1)
    // Readiness checks call `head`, so they also fail.
    await expect(store.head()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await store.close()
    store = openSqliteEventStore(file)
    expect((await store.append('a', 0, events)).version).toBe(1)
  })

  test('when the log is closed, waiting appends are committed and later appends are refused', async () => {
    const waiting = store.append('a', -1, newEvents(1))
    await store.close()
    expect((await waiting).version).toBe(0)
    await expect(store.append('a', 0, newEvents(1))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  test('when the log is closed, its followers end', async () => {
    const following = Array.fromAsync(store.follow(START, new AbortController().signal))
    await new Promise((resolve) => setTimeout(resolve, 10))
    await store.close()
    expect(await following).toEqual([{ events: [], upTo: START, caughtUp: true }])
  })
})
