import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appendAll, contentOf, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { answerQuestion } from '../questions/answer-question.ts'
import { damagedFilesOf } from '../questions/damaged-files.ts'
import { copySql } from '../questions/table-sql.ts'
import { eventsTable } from '../tables/all-tables.ts'
import { type CopyView, selectTable } from './copy-view.ts'
import { DAMAGED, type EventRange } from './damaged.ts'

const store = openSqliteEventStore(':memory:')
const made = newFolder()
let whole: Awaited<ReturnType<typeof contentOf>>
let place: ReturnType<typeof newFolder>

beforeAll(async () => {
  await appendAll(store, await someEvents(147, 1))
  whole = await copying(store, made.folder, contentOf)
})
afterAll(async () => {
  await store.close()
  made.remove()
})
beforeEach(() => {
  place = newFolder()
  cpSync(made.folder, place.folder, { recursive: true })
})
afterEach(() => place.remove())

const tail = () => join(place.folder, readdirSync(place.folder).find((name) => name.startsWith('tail-'))!)
const segment = () => join(place.folder, 'segments', '000000000111-000000000120', 'events.parquet')
/** Changes one digit of a time. The line stays valid and has the same length. */
function changeTail() {
  const text = readFileSync(tail(), 'utf8')
  const at = text.indexOf('"recordedAt":"') + 30
  writeFileSync(tail(), `${text.slice(0, at)}${text[at] === '7' ? 8 : 7}${text.slice(at + 1)}`)
}
function changeSegment() {
  const bytes = readFileSync(segment())
  const middle = Math.floor(bytes.length / 2)
  writeFileSync(segment(), bytes.fill(bytes[middle]! ^ 1, middle, middle + 1))
}
const damages: readonly [string, () => void, () => string, EventRange][] = [
  ['a digit in its tail', changeTail, tail, { first: 141, last: 147 }],
  ['a bit in a segment', changeSegment, segment, { first: 111, last: 120 }],
]
/** A damage that was found and repaired. */
const repaired = (events: EventRange) => ({ ...events, foundAt: expect.any(String), rebuiltAt: expect.any(String) })
const count = (connection: DuckDBConnection, view: CopyView) =>
  connection.runAndReadAll(`SELECT count(*), max(recordedAt) FROM (${selectTable(eventsTable, view)})`)

test.each([
  ['a broken commit', '{'],
  ['a commit without its fields', '{"format":3}'],
  ['a commit without a format', '{}'],
])('a copy with %s is rebuilt, and reports all its segments as damaged', async (_, text) => {
  await copying(store, place.folder, async (copy) => copy.settled())
  writeFileSync(join(place.folder, 'copy.json'), text)
  expect(await copying(store, place.folder, contentOf)).toEqual(whole)
  await copying(store, place.folder, async (copy) => {
    expect(copy.damages()).toEqual({ times: 1, newest: [repaired({ first: 1, last: 140 })] })
  })
})

test('a copy of another format is rebuilt without a report of damage', async () => {
  await copying(store, place.folder, async (copy) => copy.settled())
  writeFileSync(join(place.folder, 'copy.json'), '{"format":2}')
  expect(await copying(store, place.folder, contentOf)).toEqual(whole)
  expect(await copying(store, place.folder, async (copy) => copy.damages())).toBeUndefined()
})

describe.each(damages)('a copy with a changed value of %s', (_, damage, file, events) => {
  test('is rebuilt at the start, and still reports the damage after a restart', async () => {
    expect(await copying(store, place.folder, async (copy) => copy.damages())).toBeUndefined()
    damage()
    expect(await copying(store, place.folder, contentOf)).toEqual(whole)
    await copying(store, place.folder, async (copy) => {
      expect(copy.damages()).toEqual({ times: 1, newest: [repaired(events)] })
    })
    damage()
    await copying(store, place.folder, async (copy) => {
      expect(copy.damages()).toEqual({ times: 2, newest: [repaired(events), repaired(events)] })
    })
  })

  test('refuses to be read until it is rebuilt, and reports the damage meanwhile', async () => {
    await copying(store, place.folder, async (copy) => {
      await copy.settled()
      {
        using lent = copy.view()
        damage()
        expect(await copy.check(true)).toBe(false)
        // The open view keeps the files, so the copy cannot be rebuilt yet.
        await expect.poll(() => copy.damages()?.newest).toEqual([{ ...repaired(events), rebuiltAt: null }])
        await expect(copy.reading((connection) => count(connection, lent))).rejects.toMatchObject({
          code: 'UNAVAILABLE',
          message: DAMAGED,
        })
      }
      await expect.poll(() => copy.damages()?.newest).toEqual([repaired(events)])
      using view = copy.view()
      const read = await copy.reading((connection) => count(connection, view))
      expect(Number(read.value(0, 0))).toBe(147)
    })
  })

  test('is rebuilt while it runs, with a warning', async () => {
    await copying(store, place.folder, async (copy) => {
      await copy.settled()
      expect(await copy.check(true)).toBe(true)
      damage()
      expect(await copy.check(true)).toBe(false)
      await expect.poll(() => copy.check(true)).toBe(true)
      await expect.poll(() => copy.status()).toMatchObject({ event: 147, behind: 0 })
      expect(await contentOf(copy)).toEqual(whole)
    })
  })

  test('refuses questions, and its kept answers are not confirmed', async () => {
    const question = { sql: 'SELECT count(*) FROM events', parameters: {} }
    const task = { folder: place.folder, question, sql: copySql, checksFiles: true }
    expect((await answerQuestion(task)).rows).toEqual([[147]])
    expect(damagedFilesOf(place.folder)).toEqual([])
    damage()
    await expect(answerQuestion(task)).rejects.toThrow(DAMAGED)
    expect(damagedFilesOf(place.folder)).toEqual([file()])
  })
})

test.each([
  ...damages.map(([name, damage]) => ({ name, damage })),
  { name: 'a tail that is gone', damage: () => rmSync(tail()) },
])('a changed time of a file shows the damage before a question is answered: $name', async ({ damage }) => {
  await copying(store, place.folder, async (copy) => {
    expect(await copy.check()).toBe(true)
    damage()
    expect(await copy.check()).toBe(false)
  })
})

test('a read that a damaged file makes fail finds the damage itself', async () => {
  await copying(store, place.folder, async (copy) => {
    {
      using lent = copy.view()
      expect(await copy.check()).toBe(true)
      writeFileSync(segment(), 'not a table')
      await expect(copy.reading((connection) => count(connection, lent))).rejects.toThrow(DAMAGED)
    }
    await expect.poll(() => copy.damages()?.newest).toEqual([repaired({ first: 111, last: 120 })])
  })
})

test('a record about another log is ignored', async () => {
  damages[0]![1]()
  await copying(store, place.folder, async (copy) => expect(copy.damages()?.times).toBe(1))
  const other = openSqliteEventStore(':memory:')
  await copying(other, place.folder, async (copy) => expect(copy.damages()).toBeUndefined())
  await other.close()
})

test('lines that were added after the last commit are not damage', async () => {
  await copying(store, place.folder, async (copy) => {
    const text = readFileSync(tail(), 'utf8')
    writeFileSync(tail(), `${text}{"event":148`)
    expect(await copy.check(true)).toBe(true)
    expect(damagedFilesOf(place.folder)).toEqual([])
  })
})
