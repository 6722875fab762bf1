import type { Run } from '@shop/language/analysis/runs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isGone } from '../exports/take-export.ts'
import { type AnswerTaken, createAnswerTaking, RunFailed } from './take-answer.ts'

type Call = Readonly<{ call: string; body?: unknown; key: string | undefined }>
type Sent = Readonly<{ method: string; headers: Record<string, string>; body?: string }>
const calls: Call[] = []
/** The shop's answers, by call. */
let answers: Record<string, () => Response | Promise<Response>>

beforeEach(() => {
  calls.length = 0
  answers = {
    'POST /api/analysis/runs': () => Response.json(running),
    'GET /api/analysis/runs/r1': () => Response.json(answered),
    'POST /api/analysis/answer-exports': () => Response.json({ id: 'e1' }),
    'GET /api/analysis/exports/e1': () => new Response(ARCHIVE),
  }
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('fetch', async (path: string, { method, headers, body }: Sent) => {
    const call = `${method} ${path}`
    calls.push({ call, key: headers['idempotency-key'], ...(body && { body: JSON.parse(body) }) })
    return answers[call]!()
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** The end of an archive. */
const ARCHIVE = new Uint8Array(1024)
const running = { id: 'r1', state: 'running', progress: { share: 0.25, memoryBytes: 1 } }
const answered = {
  id: 'r1',
  state: 'answered',
  answer: {
    asOf: { event: 7, moment: '2026-03-01T10:00:00.000Z' },
    questionDigest: 'q',
    resultDigest: 'd',
    files: { format: 'ndjson', rows: 12_000, bytes: 900 },
  },
}
const ASKED = {
  sql: 'SELECT $n',
  parameters: { n: 1 },
  asOf: 7,
  moment: '2026-03-01T10:00:00.000Z',
  format: 'ndjson',
} as const

const refused = (status: number, code: string) => () => Response.json({ message: 'No', code }, { status })
const taking = (signal = new AbortController().signal) => {
  const take = createAnswerTaking(ASKED)
  const reported: AnswerTaken[] = []
  return { reported, take: () => take({ signal, report: (taken) => reported.push(taken) }) }
}
const times = (call: string) => calls.filter((one) => one.call === call)

test('an export runs the question again as of the event and moment of the answer, is recorded, and is downloaded', async () => {
  const { take, reported } = taking()
  const { name, archive } = await take()
  expect([name, archive.size]).toEqual(['selvedge-answer-7-ndjson.tar', 1024])
  expect(calls.map(({ call }) => call)).toEqual(Object.keys(answers))
  expect(calls[0]?.body).toEqual(ASKED)
  expect(calls[2]?.body).toEqual({
    run: 'r1',
    format: 'ndjson',
    asOf: 7,
    questionDigest: 'q',
    resultDigest: 'd',
    rows: 12_000,
  })
  expect(reported).toEqual([
    { run: running, bytes: 0 },
    { run: answered, bytes: 0 },
    { run: answered, bytes: 1024 },
  ])
})

test('after a refusal by a busy shop, a retry takes the same rows and records them only once', async () => {
  const { take } = taking()
  answers['GET /api/analysis/exports/e1'] = refused(503, 'OVERLOADED')
  await expect(take()).rejects.toMatchObject({ status: 503 })
  answers['GET /api/analysis/exports/e1'] = () => new Response('cut off')
  await expect(take()).rejects.toThrow('before the archive was complete')
  answers['GET /api/analysis/exports/e1'] = () => new Response(ARCHIVE)
  await take()
  expect(times('POST /api/analysis/runs')).toHaveLength(1)
  const keys = times('POST /api/analysis/answer-exports').map(({ key }) => key)
  expect([keys.length, new Set(keys).size, typeof keys[0]]).toEqual([3, 1, 'string'])
})

test.each([
  ['GET /api/analysis/exports/e1', 409, 'CONFLICT'],
  ['GET /api/analysis/exports/e1', 404, 'NOT_FOUND'],
])('if %s answers %i, the rows are gone, and a retry runs the question again', async (call, status, code) => {
  const { take } = taking()
  answers[call] = refused(status, code)
  expect(isGone(await take().catch((error: unknown) => error))).toBe(true)
  answers[call] = () => new Response(ARCHIVE)
  await take()
  expect(times('POST /api/analysis/runs')).toHaveLength(2)
  expect(new Set(times('POST /api/analysis/answer-exports').map(({ key }) => key)).size).toBe(2)
})

test('after a download, the next export runs the question again', async () => {
  const { take } = taking()
  await take()
  await take()
  expect(times('POST /api/analysis/runs')).toHaveLength(2)
})

test.each(['size', 'time', 'memory', 'error'] as const)(
  'a run that failed with the reason "%s" is reported with its message',
  async (reason) => {
    const failure = { reason, message: 'Too many' }
    answers['GET /api/analysis/runs/r1'] = () => Response.json({ id: 'r1', state: 'failed', failure } satisfies Run)
    const error = await taking()
      .take()
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RunFailed)
    expect([(error as RunFailed).failure, isGone(error)]).toEqual([failure, false])
    expect(times('POST /api/analysis/answer-exports')).toEqual([])
  },
)

test('a cancellation during the run ends the run, and nothing is recorded', async () => {
  const going = new AbortController()
  const { take } = taking(going.signal)
  const failure = { reason: 'cancelled', message: 'The question was cancelled' }
  answers['GET /api/analysis/runs/r1'] = () => {
    going.abort()
    return Response.json(running)
  }
  answers['DELETE /api/analysis/runs/r1'] = () => Response.json({ id: 'r1', state: 'failed', failure })
  await expect(take()).rejects.toMatchObject({ name: 'AbortError' })
  expect(times('DELETE /api/analysis/runs/r1').length).toBeGreaterThan(0)
  expect(times('POST /api/analysis/answer-exports')).toEqual([])
})
