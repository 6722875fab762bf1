import { spawnSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSmallCopy } from '../../test-support/small-copy.ts'

const data = mkdtempSync(join(tmpdir(), 'asked-'))
beforeAll(async () => {
  const edited = (index: number) => ({ type: 'ProductEdited', data: { changes: { priceCents: 100 * index } } })
  const { folder } = await makeSmallCopy(Array.from({ length: 12 }, (_, index) => edited(index)))
  renameSync(folder, join(data, 'analysis'))
})
afterAll(() => rmSync(data, { recursive: true }))

const ask = (...words: readonly string[]) => {
  const main = join(import.meta.dirname, 'main.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: data },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('the command prints the answer as a table', () => {
  const { stdout, stderr } = ask(
    'SELECT event, changes.priceCents AS cents FROM ProductEdited ORDER BY event LIMIT $n',
    '-p',
    'n=2',
  )
  expect(stderr).toBe('')
  expect(stdout).toMatch(
    /^event {2}cents\n-{5} {2}-{5}\n {4}1 {6}0\n {4}2 {4}100\n\n2 rows, \d+ ms\nevents {3}1 to 12, /,
  )
})

test('the command answers as of an event or a moment, and prints JSON', () => {
  const count = 'SELECT count(*) FROM events'
  expect(JSON.parse(ask(count, '--as-of', '11', '--json').stdout)).toMatchObject({
    sql: count,
    rows: [[11]],
    asOf: { event: 11 },
  })
  expect(JSON.parse(ask(count, '--as-of', '2026-03-02T10:04:00Z', '--json').stdout)).toMatchObject({ rows: [[5]] })
})

test('a question that cannot be answered is reported in one line', () => {
  expect(ask("COPY events TO 'x'")).toEqual({
    status: 1,
    stdout: '',
    stderr: 'A question is one SELECT: only SELECT is allowed\n',
  })
  expect(ask('SELECT 1', '--as-of', 'some day')).toMatchObject({ status: 1, stderr: expect.stringMatching(/neither/) })
  for (const words of [[], ['SELECT 1', '--since', '3']])
    expect(ask(...words)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Usage: npm run shop -- ask.*\n$/),
    })
})
