import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { DuckDBInstance } from '@duckdb/node-api'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import type { Question } from '../questions/question.ts'
import { runQuestion } from '../questions/run-question.ts'
import { answerArchive } from './answer-archive.ts'
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts'
import { verifyArchive } from './verify-archive.ts'

const ROWS = 120_000
const place = newFolder()
const out = newFolder()
const store = openSqliteEventStore(':memory:')
beforeAll(async () => {
  await appendAll(store, await someEvents(40, 1))
  await copying(store, place.folder, async () => {})
})
afterAll(async () => {
  await store.close()
  place.remove()
  out.remove()
})

type Ask = (more: Partial<Question>, id?: string, callerId?: string) => ReturnType<typeof runQuestion>
function answering(options: object = {}): { ask: Ask; answerOf: KeptAnswers['answerOf'] } {
  const { ask, answerOf } = createKeptAnswers(
    out.folder,
    (question, own: Parameters<typeof runQuestion>[2]) => runQuestion(place.folder, question, own),
    options,
  )
  return {
    answerOf,
    ask: (more, id = 'run', callerId = 'ann') =>
      ask({ sql: MANY, parameters: { rows: ROWS }, format: 'parquet', ...more }, { id, callerId }),
  }
}

/**
 * A question with more rows than a page holds. The rows have an integer that does not fit into a double, a moment, a list, and two columns
 * with the same name. The question ends with a comment.
 */
const MANY = `SELECT n AS row, (n::HUGEINT * 9007199254740993) AS cents, TIMESTAMP '2026-03-01' + to_seconds(n) AS "at", [n, n + 1] AS pair, 'x' AS row
FROM range(1, $rows + 1) numbers(n) WHERE (SELECT count(*) FROM events) > 0; -- all of them`

async function archiveOf(answers: Pick<KeptAnswers, 'answerOf'>, id = 'run') {
  using kept = answers.answerOf('ann', id)
  return Buffer.concat(await Array.fromAsync(answerArchive('e1', kept!)))
}

function unpacked(bytes: Buffer, name: string) {
  const folder = join(out.folder, name)
  mkdirSync(folder)
  writeFileSync(`${folder}.tar`, bytes)
  execFileSync('tar', ['-xf', `${folder}.tar`, '-C', folder])
  return folder
}

async function read(sql: string) {
  const database = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await database.connect()
  const found = await connection.runAndReadAll(sql)
  const rows = found.getRowsJson()
  connection.closeSync()
  database.closeSync()
  return rows
}

test('DuckDB reads a Parquet answer with the rows and columns of its manifest, and a shortened file is refused', async () => {
  const answers = answering()
  const { files, rows, asOf, ...answer } = await answers.ask({})
  expect([files?.rows, rows]).toEqual([ROWS, []])
  const bytes = await archiveOf(answers)
  const manifest = await verifyArchive(Readable.from([bytes]))
  expect(manifest).toMatchObject({
    events: { from: 1, to: 40 },
    rangeDigest: answer.rangeDigest,
    question: { sql: MANY, parameters: { rows: ROWS }, moment: asOf.moment, resultDigest: answer.resultDigest },
    tables: [{ name: 'answer', rows: ROWS }],
    files: [{ rows: 100_000 }, { rows: 20_000 }],
  })
  const all = `read_parquet('${unpacked(bytes, 'parquet')}/answer/*.parquet')`
  expect(await read(`SELECT count(*), count(DISTINCT "row"), max(cents)::VARCHAR FROM ${all}`)).toEqual([
    [String(ROWS), String(ROWS), String(9007199254740993n * BigInt(ROWS))],
  ])
  const described = await read(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM ${all})`)
  expect(described).toEqual(manifest.tables[0]!.columns.map(({ name, type }) => [name, type]))
  for (const share of [0.1, 0.5, 0.9])
    await expect(verifyArchive(Readable.from([bytes.subarray(0, bytes.length * share)]))).rejects.toThrow()
})

test('Parquet keeps integers beyond doubles exact at any depth, and the manifest states their types', async () => {
  const answers = answering()
  await answers.ask({
    sql: `SELECT [sum(x)] AS list, {'HUGEINT "a"': sum(x), 'a few': 1} AS record, MAP {sum(x): md5_number('a')} AS map, md5_number('a') AS digest
FROM (VALUES (9007199254740993), (0)) one(x)`,
    parameters: {},
  })
  const bytes = await archiveOf(answers)
  const all = `read_parquet('${unpacked(bytes, 'exact')}/answer/*.parquet')`
  const [sum, digest] = ['9007199254740993', '129134844867590561315626153795017621772']
  expect(await read(`SELECT * FROM ${all}`)).toEqual([
    [[sum], { 'HUGEINT "a"': sum, 'a few': 1 }, [{ key: sum, value: digest }], digest],
  ])
  const described = await read(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM ${all})`)
  const { tables } = await verifyArchive(Readable.from([bytes]))
  expect(described).toEqual(tables[0]!.columns.map(({ name, type }) => [name, type]))
})

test('an answer in ndjson equals the answer on the page, and has its digest', async () => {
  const answers = answering()
  const sql = MANY.replace("'x' AS row", "'x' AS word")
  const [onPage, inFiles] = [
    await answers.ask({ sql, parameters: { rows: 50 }, format: undefined }),
    await answers.ask({ sql, parameters: { rows: 50 }, format: 'ndjson' }),
  ]
  expect(inFiles.columns).toEqual(onPage.columns)
  expect(inFiles.resultDigest).toBe(onPage.resultDigest)
  const folder = join(unpacked(await archiveOf(answers), 'ndjson'), 'answer')
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
  expect(lines.map((line) => Object.values(JSON.parse(line)))).toEqual(onPage.rows)
})

test('an answer without rows is an archive without rows', async () => {
  const answers = answering()
  expect((await answers.ask({ parameters: { rows: 0 } })).files).toMatchObject({ rows: 0, bytes: 0 })
  expect(await verifyArchive(Readable.from([await archiveOf(answers)]))).toMatchObject({
    tables: [{ rows: 0 }],
    files: [],
  })
})

const leftIn = () => readdirSync(join(out.folder, 'answers'))

test.each([
  ["COPY (SELECT 1) TO '/tmp/x'", 'refused'],
  ['SELECT 1) TO 1; SELECT (2', 'refused'],
  ['SELECT * FROM "rows:of the answer".answer', 'refused'],
  ["SELECT * FROM read_text('/etc/hostname')", 'refused'],
  ['SELECT error(1)', 'error'],
  ["SELECT string_agg(repeat('x', 1000000), '') FROM range(2000)", 'memory'],
])('%s fails as it does on the page, and leaves nothing', async (sql, reason) => {
  const answers = answering()
  await expect(answers.ask({ sql, parameters: {} })).rejects.toMatchObject({ failure: { reason } })
  expect([leftIn(), answers.answerOf('ann', 'run')]).toEqual([[], undefined])
})

test('the newest answer of a caller is kept, only for this caller; an answer that is being sent stays until it is sent', async () => {
  const answers = answering({ mostKept: 2 })
  const few = { parameters: { rows: 3 } }
  await answers.ask(few, 'one')
  const sent = answers.answerOf('ann', 'one')!
  await answers.ask(few, 'two')
  expect(answers.answerOf('ann', 'one')).toBeUndefined()
  expect([leftIn().length, readdirSync(sent.place).length]).toEqual([2, 1])
  sent[Symbol.dispose]()
  await expect.poll(() => leftIn().length).toBe(1)
  await answers.ask(few, 'three', 'ben')
  await answers.ask(few, 'four', 'cy')
  expect([answers.answerOf('ann', 'two'), answers.answerOf('ann', 'three')]).toEqual([undefined, undefined])
  await expect.poll(() => leftIn().length).toBe(2)
})

test('an answer that is being sent counts against the limit, and is not dropped', async () => {
  const answers = answering({ mostKept: 2 })
  const few = { parameters: { rows: 3 } }
  await answers.ask(few, 'one')
  using sent = answers.answerOf('ann', 'one')!
  await answers.ask(few, 'two')
  await answers.ask(few, 'three', 'ben')
  expect([answers.answerOf('ann', 'two'), readdirSync(sent.place).length]).toEqual([undefined, 1])
  await expect.poll(() => leftIn().length).toBe(2)
})

const MORE_THAN_FREE = 2 ** 62

test('no files are made when the disk has too little free space, even if other files fill it during the question', async () => {
  const full = { failure: { reason: 'size', message: expect.stringMatching(/too little free space/) } }
  await expect(answering({ leastFree: MORE_THAN_FREE }).ask({})).rejects.toMatchObject(full)
  const files = {
    format: 'parquet',
    place: join(out.folder, 'filled'),
    mostBytes: 2 ** 30,
    leastFree: MORE_THAN_FREE,
  } as const
  const asked = runQuestion(place.folder, { sql: MANY, parameters: { rows: 5_000_000 } }, { files })
  await expect(asked).rejects.toMatchObject(full)
})

test('the files of a killed process are removed, and an answer is removed after its time', async () => {
  mkdirSync(join(out.folder, 'answers', 'left'), { recursive: true })
  const answers = answering({ keptMs: 50 })
  expect(leftIn()).toEqual([])
  await answers.ask({ parameters: { rows: 3 } })
  await expect.poll(leftIn).toEqual([])
})
