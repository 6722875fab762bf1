import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Head, LogChanged } from '../chain.ts'
import { newEvents, newStream } from '../contract/log-under-test.ts'
import type { EventStore } from '../event-store.ts'
import { openSqliteEventStore } from './sqlite-event-store.ts'

/** The check at a start reads a few hundred events fewer than this. */
const EVENTS = 10_500
const A_PIECE = 25
let folder: string
let file: string
let store: EventStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-check-'))
  file = join(folder, 'events.db')
  store = openSqliteEventStore(file)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

async function append(events: number) {
  for (let left = events; left > 0; left -= 500) await store.append(newStream(), -1, newEvents(Math.min(left, 500)))
}

function byHand(sql: string) {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}
const spaceAfter = (position: number) => byHand(`UPDATE events SET data = data || ' ' WHERE position = ${position}`)
const spaceGone = (position: number) => byHand(`UPDATE events SET data = trim(data) WHERE position = ${position}`)

/** Checks all pieces. Returns the number of events in each piece. */
async function checkAll() {
  const pieces: number[] = []
  let head: Head | undefined
  for (;;) {
    const reached = await store.checkChain!(head)
    pieces.push(reached.head.events - (head?.events ?? 0))
    head = reached.head
    if (reached.isEnd) return { pieces, head }
  }
}

test('an open log is checked in small pieces up to its head, including events that are appended meanwhile', async () => {
  expect((await checkAll()).head).toEqual(await store.chainHead())
  await append(60)
  expect((await checkAll()).pieces).toEqual([A_PIECE, A_PIECE, 10])
  const { head } = await store.checkChain!()
  expect(head.events).toBe(A_PIECE)
  await append(20)
  expect((await checkAll()).head).toEqual(await store.chainHead())
})

test.each([
  ['a changed event', () => spaceAfter(40), 40],
  ['a removed event', () => byHand('DELETE FROM events WHERE position = 30'), 30],
  ['a cut end', () => byHand('DELETE FROM events WHERE position > 55'), 56],
  ['a cut end at the end of a piece', () => byHand('DELETE FROM events WHERE position > 50'), 51],
  ['a rewritten last hash', () => byHand("UPDATE events SET hash = 'x' WHERE position = 60"), 60],
  [
    'an event that another process has added',
    () =>
      byHand(
        "INSERT INTO events SELECT 61, stream, 999, 'other', type, data, metadata, hash FROM events WHERE position = 60",
      ),
    61,
  ],
])('%s is found while the log is open', async (_, change, position) => {
  await append(60)
  await checkAll()
  change()
  const found = await checkAll().catch((error) => error)
  expect(found).toBeInstanceOf(LogChanged)
  expect(found.message).toBe(`events.db was changed at or right before position ${position}`)
})

test('once a change in older events was found, the log is not opened until it is sound again', async () => {
  await append(EVENTS)
  spaceAfter(7)
  await store.close()
  store = openSqliteEventStore(file)
  await expect(checkAll()).rejects.toThrow('events.db was changed at or right before position 7')
  await store.close()
  expect(() => openSqliteEventStore(file)).toThrow('events.db was changed at or right before position 7')
  expect(() => openSqliteEventStore(file)).toThrow(LogChanged)
  spaceGone(7)
  store = openSqliteEventStore(file)
  expect(existsSync(`${file}-changed`)).toBe(false)
  expect((await checkAll()).head.events).toBe(EVENTS)
})
