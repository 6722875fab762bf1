import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appendAll, contentOf, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { answerQuestion } from '../questions/answer-question.ts'
import { DAMAGED } from '../questions/copied-range.ts'
import { damagedFilesOf } from '../questions/damaged-files.ts'
import { copySql } from '../questions/table-sql.ts'

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
const damages: readonly [string, () => void, () => string][] = [
  ['a digit in its tail', changeTail, tail],
  ['a bit in a segment', changeSegment, segment],
]

describe.each(damages)('a copy with a changed value of %s', (_, damage, file) => {
  test('is rebuilt at the start', async () => {
    damage()
    expect(await copying(store, place.folder, contentOf)).toEqual(whole)
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

test('a segment with an unchanged stamp is read only in a thorough check', async () => {
  await copying(store, place.folder, async (copy) => {
    expect(await copy.check()).toBe(true)
    changeSegment()
    // The changed time of the file shows the damage at once, before a question is answered.
    expect(await copy.check()).toBe(false)
  })
})

test('lines that were added after the last commit are not damage', async () => {
  await copying(store, place.folder, async (copy) => {
    const text = readFileSync(tail(), 'utf8')
    writeFileSync(tail(), `${text}{"event":148`)
    expect(await copy.check(true)).toBe(true)
    expect(damagedFilesOf(place.folder)).toEqual([])
  })
})
