import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AnswerExported } from '@shop/language/analysis/export-events'
import { type Run, type RunAnswer, RunBody } from '@shop/language/analysis/runs'
import { serve } from '@shop/server/http/serve'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import Koa from 'koa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { createAnalysis } from '../create-analysis.ts'
import type { Question } from '../questions/question.ts'
import { runQuestion } from '../questions/run-question.ts'
import { runRoutes } from '../runs/run-routes.ts'
import { createRuns } from '../runs/runs.ts'
import { exportRoutes } from './export-routes.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { openTakenExports } from './taken-exports.ts'
import { verifyArchive } from './verify-archive.ts'

const place = newFolder()
const store = openSqliteEventStore(':memory:')
beforeAll(async () => {
  await appendAll(store, await someEvents(20, 1))
})
afterAll(async () => {
  await store.close()
  place.remove()
})

/** The recorded exports that the room reads, by their streams. */
const recorded = new Map<string, ReturnType<typeof AnswerExported>['data']>()

type Call = (method: string, path: string, body?: object, who?: string) => Promise<Response>

/** Uses a room for analysts that has just started. `mostBytes`: the limit of an answer's files. */
async function inRoom(use: (call: Call) => Promise<void>, mostBytes?: number) {
  await copying(store, place.folder, async (copy) => {
    const answers = createKeptAnswers(
      place.folder,
      async (question, options: object) => {
        // The view keeps the files until the question is answered.
        using _ = copy.view()
        return await runQuestion(place.folder, question, options)
      },
      mostBytes === undefined ? {} : { mostBytes },
    )
    const runs = createRuns({ ask: (asked, options) => answers.ask(asked as Question, options) })
    const log = {
      async *readStream(stream: string) {
        const data = recorded.get(stream)
        if (data) yield { data } as never
      },
    }
    using taken = openTakenExports(join(place.folder, 'taken-exports'))
    const callerBy = async ({ accountId }: { accountId: string }) => ({ id: accountId, role: 'analyst' }) as const
    const room = createAnalysis({
      routes: [
        runRoutes(runs, { callerBy, onAccountChange: () => () => {} }),
        exportRoutes({ copy, log, answers, taken, folder: place.folder }),
      ],
      verify: async (token) => ({ accountId: token.split('.')[0]!, ver: 0 }),
      callerBy,
    })
    const serving = await serve(new Koa().use(room).callback(), { host: '127.0.0.1', port: 0 })
    const call: Call = (method, path, body, who = 'ann') =>
      fetch(`${serving.url}/analysis${path}`, {
        method,
        headers: { authorization: `Bearer ${who}.n.n`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    try {
      await use(call)
    } finally {
      await runs.close()
      await serving.stop(0)
    }
  })
}

const QUESTION = {
  sql: 'SELECT n, $word AS word FROM range(12000) numbers(n) WHERE (SELECT count(*) FROM events) > 0',
  parameters: { word: 'x' },
  asOf: 17,
  format: 'parquet',
}

async function ask(call: Call, question: object = QUESTION): Promise<Run> {
  let run = (await (await call('POST', '/runs', RunBody.parse(question))).json()) as Run
  while (run.state === 'running') run = (await (await call('GET', `/runs/${run.id}`)).json()) as Run
  return run
}

/** Records the export of an answer, as the shop does. */
function record(exportId: string, { id: runId, answer, failure }: Run, other: object = {}) {
  if (failure) throw new Error(failure.message)
  const { asOf, questionDigest, resultDigest, files } = answer as RunAnswer
  const madeAt = new Date().toISOString()
  const taken = { exportId, authorId: 'ann', runId, format: files!.format, asOf: asOf.event, rows: files!.rows }
  recorded.set(`export-${exportId}`, AnswerExported({ ...taken, questionDigest, resultDigest, madeAt, ...other }).data)
}

const leftIn = () => readdirSync(join(place.folder, 'answers'))
const GONE = { code: 'CONFLICT', message: expect.stringContaining('no longer available') }

test('an answer is sent whole and as it was recorded, but only once and only to the analyst who asked', async () => {
  await inRoom(async (call) => {
    const run = await ask(call)
    record('whole', run)
    expect((await call('GET', '/exports/whole', undefined, 'ben')).status).toBe(404)
    const response = await call('GET', '/exports/whole')
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="selvedge-answer-17-parquet.tar"',
    ])
    const manifest = await verifyArchive(Readable.fromWeb(response.body as never))
    expect(manifest).toMatchObject({
      export: 'whole',
      events: { from: 1, to: 17 },
      question: { sql: QUESTION.sql, parameters: { word: 'x' }, resultDigest: run.answer!.resultDigest },
      tables: [{ name: 'answer', rows: 12_000 }],
    })
    await expect.poll(async () => (await call('GET', '/exports/whole')).status).toBe(409)
  })
})

test('an answer that differs from its record is refused', async () => {
  const others = {
    rows: 11_999,
    resultDigest: '0'.repeat(64),
    questionDigest: '0'.repeat(64),
    asOf: 18,
    format: 'ndjson',
    runId: 'another',
  }
  await inRoom(async (call) => {
    const run = await ask(call)
    for (const [name, other] of Object.entries(others)) {
      record(name, run, { [name]: other })
      const response = await call('GET', `/exports/${name}`)
      expect([name, response.status, await response.json()]).toEqual([name, 409, expect.objectContaining(GONE)])
    }
  })
})

test("a restarted room no longer has the rows of earlier runs, and a caller's next run replaces the previous run", async () => {
  await inRoom(async (call) => record('before', await ask(call)))
  await inRoom(async (call) => {
    expect(leftIn()).toEqual([])
    const response = await call('GET', '/exports/before')
    expect([response.status, await response.json()]).toEqual([409, expect.objectContaining(GONE)])
    record('first', await ask(call))
    record('second', await ask(call))
    expect([(await call('GET', '/exports/first')).status, (await call('GET', '/exports/second')).status]).toEqual([
      409, 200,
    ])
  })
})

/** A question with so many rows that its answer is not complete before the test ends. */
const ENDLESS = { sql: 'SELECT n, hash(n) AS h FROM range(100000000000) numbers(n)', parameters: {}, format: 'ndjson' }

test('a cancelled run with files ends at once and leaves no files', async () => {
  await inRoom(async (call) => {
    const { id } = (await (await call('POST', '/runs', ENDLESS)).json()) as Run
    expect(leftIn()).toHaveLength(1)
    const run = (await (await call('DELETE', `/runs/${id}`)).json()) as Run
    expect(run).toMatchObject({ state: 'failed', failure: { reason: 'cancelled' } })
    expect(leftIn()).toEqual([])
  })
})

test('rows above the limit of disk space fail with that limit, and leave no files', async () => {
  await inRoom(
    async (call) => {
      const run = await ask(call, ENDLESS)
      expect(run.failure).toEqual({
        reason: 'size',
        message: 'The rows need more than 4 MiB on the disk. Select fewer rows or columns',
      })
      expect(leftIn()).toEqual([])
    },
    4 * 2 ** 20,
  )
})
