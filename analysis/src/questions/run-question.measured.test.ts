import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryBombs } from '../../test-support/memory-bombs.ts'
import { makeSmallCopy } from '../../test-support/small-copy.ts'
import { temporaryFolder } from '../copy/copy-files.ts'
import type { Question } from './question.ts'
import { runQuestion } from './run-question.ts'

let small: Awaited<ReturnType<typeof makeSmallCopy>>
beforeAll(async () => {
  small = await makeSmallCopy([{ type: 'ProductDeleted', data: {} }])
})
afterAll(() => small.remove())

const run = (sql: string, options: Parameters<typeof runQuestion>[2] = {}, question: Partial<Question> = {}) =>
  runQuestion(small.folder, { sql, parameters: {}, ...question }, options)

/** A question that runs for minutes. */
const ENDLESS = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE hash(a.range, b.range) = 1'

test('a question is answered by its own process', async () => {
  expect(await run('SELECT count(*) FROM events')).toMatchObject({ rows: [[1]], engine: 'DuckDB v1.5.6, one thread' })
})

test('the folder may be relative to the working directory, and a missing folder has no copy yet', async () => {
  const from = (folder: string) => runQuestion(relative('.', folder), { sql: 'SELECT 1', parameters: {} })
  expect(await from(small.folder)).toMatchObject({ rows: [[1]] })
  await expect(from(join(small.folder, 'nothing'))).rejects.toMatchObject({
    failure: { reason: 'unavailable', message: expect.stringMatching(/being made/) },
  })
})

const processes = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length

test('a cancelled question ends, and its process ends too', async () => {
  await expect.poll(processes).toBe(0)
  const cancelling = new AbortController()
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  const running = run(ENDLESS, { signal: cancelling.signal, onProgress: () => resolve() })
  running.catch(() => {})
  await begun
  expect(processes()).toBe(1)
  cancelling.abort()
  await expect(running).rejects.toMatchObject({ failure: { reason: 'cancelled' } })
  await expect.poll(processes).toBe(0)
})

test('a question that takes too long ends', async () => {
  await expect(run(ENDLESS, { longestMs: 1500 })).rejects.toMatchObject({
    failure: { reason: 'time', message: expect.stringMatching(/1.5 seconds/) },
  })
})

test.each(memoryBombs)('a question that takes all memory that %s fails with a message', async (_, sql) => {
  await expect(run(sql)).rejects.toMatchObject({
    failure: { reason: 'memory', message: expect.stringMatching(/512 MB/) },
  })
})

test('groups that do not fit into the memory go to the disk, and are deleted after the answer', async () => {
  const many = 'SELECT count(*) FROM (SELECT md5_number(range::VARCHAR) AS id FROM range(12000000) GROUP BY id)'
  expect(await run(many)).toMatchObject({ rows: [[12_000_000]] })
  expect(await readdir(temporaryFolder(small.folder))).toEqual([])
})
