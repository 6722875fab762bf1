import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSmallCopy } from '../../test-support/small-copy.ts'
import { answerQuestion } from './answer-question.ts'
import { copySql } from './table-sql.ts'
import { BESIDE_THE_LOG } from './trail-views.ts'

let small: Awaited<ReturnType<typeof makeSmallCopy>>
beforeAll(async () => {
  small = await makeSmallCopy([{ type: 'CartPraised', data: {} }])
  mkdirSync(join(small.folder, 'trail'))
  const row = { visit: 'v', device: 'phone', entry: 'direct', what: 'search', thing: 'linen', results: 3 }
  const lines = ['2026-03-02T09:59:00Z', '2026-03-02T10:00:00Z', '2026-03-02T10:01:00Z']
  writeFileSync(
    join(small.folder, 'trail', 'raw-2026-03-02-w.ndjson'),
    lines.map((seenAt) => `${JSON.stringify({ seenAt, ...row })}\n`).join(''),
  )
  for (const day of ['2026-03-02', '2026-03-03'])
    writeFileSync(join(small.folder, 'trail', `counts-${day}-w.ndjson`), `{"day":"${day}","what":"search","count":2}\n`)
  writeFileSync(join(small.folder, 'secret.ndjson'), '{"what":"secret"}\n')
})
afterAll(() => small.remove())

const AFTERWARDS = '2026-03-04T00:00:00.000Z'
const ask = async (sql: string, moment = AFTERWARDS, trail: string | undefined = join(small.folder, 'trail')) => {
  const question = { sql, parameters: {}, moment }
  return (await answerQuestion({ folder: small.folder, question, sql: copySql, trail })).rows
}

test('rows and counts of the trail can be queried like tables', async () => {
  expect(await ask('SELECT seenAt, visit, what, thing, size, results FROM trail ORDER BY seenAt LIMIT 1')).toEqual([
    ['2026-03-02T09:59:00.000Z', 'v', 'search', 'linen', null, 3],
  ])
  expect(await ask('SELECT day, what, count FROM trailCounts ORDER BY day LIMIT 1')).toEqual([
    ['2026-03-02', 'search', 2],
  ])
})

test('the trail has no rows after the moment of the answer, and counts end with the last full day', async () => {
  const counted = 'SELECT (SELECT count(*) FROM trail), (SELECT count(*) FROM trailCounts)'
  expect(await ask(counted)).toEqual([[3, 2]])
  expect(await ask(counted, '2026-03-02T10:00:30.000Z')).toEqual([[2, 0]])
  expect(await ask(counted, '2026-03-03T00:00:00.000Z')).toEqual([[3, 1]])
})

test('an answer says until when its counts reach, and sees the same rows when it is asked again', async () => {
  const task = { folder: small.folder, sql: copySql, trail: join(small.folder, 'trail') }
  const asked = (table: string, asOf?: number | string, moment?: string) =>
    answerQuestion({ ...task, question: { sql: `SELECT count(*) FROM ${table}`, parameters: {}, asOf, moment } })
  const noon = await asked('trailCounts', '2026-03-02T12:00:00.000Z')
  expect(noon.dataEnds).toContain('reach to the end of 2026-03-01 (UTC)')
  const now = await asked('trailCounts')
  expect(now.dataEnds).toContain('reach to the end of ')
  expect((await asked('trailCounts', now.asOf.event, now.asOf.moment)).rows).toEqual(now.rows)
  for (const answer of [noon, now, await asked('trail')]) expect(answer.unverifiable).toEqual([BESIDE_THE_LOG])
  for (const table of ['trail', 'events']) expect((await asked(table)).dataEnds).toBeUndefined()
})

test('without a trail its tables are empty', async () => {
  for (const none of ['', join(small.folder, 'nowhere')])
    expect(await ask('SELECT count(*) FROM trail', undefined, none)).toEqual([[0]])
})

test.each([
  "FROM read_text('secret.ndjson')",
  "FROM 'secret.ndjson'",
  "FROM read_json('trail/raw-2026-03-02-w.ndjson')",
])('a question about the trail reads no file: %s', async (from) => {
  await expect(ask(`SELECT * ${from}, trail`)).rejects.toThrow()
})
