import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainedEvent, chained } from '../chain.ts'
import { newEvents, newStream } from '../contract/log-under-test.ts'
import { openSqliteEventStore } from './sqlite-event-store.ts'
import { verifyLog } from './verify-log.ts'

const EVENTS = 60
let folder: string
let sound: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-verify-'))
  sound = join(folder, 'events.db')
  const store = openSqliteEventStore(sound)
  await Promise.all(Array.from({ length: EVENTS / 3 }, () => store.append(newStream(), -1, newEvents(3))))
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const changed = (change: (db: DatabaseSync) => void) => {
  const copy = join(folder, 'copy.db')
  copyFileSync(sound, copy)
  const db = new DatabaseSync(copy)
  change(db)
  db.close()
  return copy
}

test('an unchanged log is sound, and its end is returned', () => {
  expect(verifyLog(sound)).toEqual({ log: expect.any(String), events: EVENTS, hash: expect.any(String) })
})

test('a log stays sound after it was reopened', async () => {
  const copy = changed(() => {})
  const store = openSqliteEventStore(copy)
  await store.append(newStream(), -1, newEvents(2))
  await store.close()
  expect(verifyLog(copy).events).toBe(EVENTS + 2)
})

test('an empty log is sound', async () => {
  const file = join(folder, 'empty.db')
  await openSqliteEventStore(file).close()
  expect(verifyLog(file)).toEqual({ log: expect.any(String), events: 0, hash: '' })
})

test('a damaged page is reported with the name of the file', () => {
  const bytes = readFileSync(sound)
  const pageBytes = bytes.readUInt16BE(16)
  const copy = join(folder, 'damaged.db')
  for (let page = 0; page < bytes.length; page += pageBytes) {
    writeFileSync(copy, Buffer.from(bytes).fill(0xff, page, page + 12))
    expect(() => verifyLog(copy), `page at ${page}`).toThrow(copy)
  }
})

test('one changed character anywhere in an event is noticed', () => {
  const column = fc.constantFrom('id', 'type', 'data', 'metadata', 'hash')
  const position = fc.integer({ min: 1, max: EVENTS })
  fc.assert(
    fc.property(position, column, fc.nat(), fc.integer({ min: 1, max: 90 }), (position, column, at, shift) => {
      const file = changed((db) => {
        const text = String(db.prepare(`SELECT ${column} AS text FROM events WHERE position = ?`).get(position)?.text)
        const index = at % text.length
        const letter = String.fromCharCode(32 + ((text.charCodeAt(index) - 32 + shift) % 95))
        const other = `${text.slice(0, index)}${letter}${text.slice(index + 1)}`
        db.prepare(`UPDATE events SET ${column} = ? WHERE position = ?`).run(other, position)
      })
      expect(() => verifyLog(file)).toThrow(/changed at or right before position/)
    }),
    { numRuns: 100 },
  )
})

test.each<[string, string]>([
  ['an event taken out', 'DELETE FROM events WHERE position = 30'],
  [
    'a removed event with the later events moved up',
    'DELETE FROM events WHERE position = 30; UPDATE events SET position = -position WHERE position > 30; UPDATE events SET position = -position - 1 WHERE position < 0',
  ],
  ['the first event taken out', 'DELETE FROM events WHERE position = 1'],
  [
    'two swapped events',
    'UPDATE events SET position = 0 WHERE position = 30; UPDATE events SET position = 30 WHERE position = 31; UPDATE events SET position = 31 WHERE position = 0',
  ],
  [
    'an event put in',
    "INSERT INTO events SELECT 61, 1, 3, 'x', type, data, metadata, hash FROM events WHERE position = 60",
  ],
  ['an event in another stream', 'UPDATE events SET stream = 2, version = 9 WHERE position = 60'],
  ['an event at another version', 'UPDATE events SET version = 9 WHERE position = 60'],
  ['a stream of another name', "UPDATE streams SET name = 'other' WHERE id = 20"],
  ['a stream taken out', 'DELETE FROM streams WHERE id = 20'],
])('%s is noticed', (_, sql) => {
  expect(() => verifyLog(changed((db) => db.exec(sql)))).toThrow(/changed at or right before position/)
})

test('an event that is rewritten together with its hash is noticed at the next event', () => {
  const file = changed((db) => {
    const select = 'SELECT position, name AS stream, version, events.id, type, data, metadata, hash FROM events'
    const at = (position: number) =>
      db.prepare(`${select} JOIN streams ON streams.id = events.stream WHERE position = ?`).get(position)
    const forged = { ...at(30), data: '{}' } as unknown as ChainedEvent
    const hash = chained(String(at(29)?.hash), forged)
    db.prepare('UPDATE events SET data = ?, hash = ? WHERE position = 30').run('{}', hash)
  })
  expect(() => verifyLog(file)).toThrow('position 31')
})

test('a log that was cut off does not reach its witness, and a rewritten log does not match it', () => {
  const cut = changed((db) => db.exec('DELETE FROM events WHERE position > 50'))
  const witness = { ...verifyLog(sound), from: 'yesterday' }
  expect(() => verifyLog(cut, [witness])).toThrow(/cut off after position 50. It had 60 events \(yesterday\)$/)
})
