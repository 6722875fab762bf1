import { expect, test, vi } from 'vitest'
import { type Answer, type Question, QuestionFailed } from '../questions/question.ts'
import { createRuns } from './runs.ts'

const question: Question = { sql: 'SELECT 1', parameters: {} }
const cancelled = new QuestionFailed({ reason: 'cancelled', message: 'The question was cancelled' })

let ids = 0
const newId = () => `run-${++ids}`

/** Runs whose questions are answered only when the test answers them. */
function runsOnDemand(limits: Omit<Parameters<typeof createRuns>[0], 'ask'> = {}) {
  const asked: { answer: () => void; report: (share: number) => void }[] = []
  const runs = createRuns({
    ask: (_, { signal, onProgress }) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      signal.addEventListener('abort', () => reject(cancelled))
      asked.push({
        answer: () => resolve({ rows: [[1]] } as unknown as Answer),
        report: (share) => onProgress({ share, memoryBytes: 1 }),
      })
      return promise
    },
    ...limits,
  })
  return { runs, asked }
}

test('a run is running until it is answered, and reports its progress', async () => {
  const { runs, asked } = runsOnDemand()
  const id = newId()
  runs.start('ann', id, question)
  expect(await runs.find('ann', id)).toEqual({ id, state: 'running' })
  asked[0]?.report(0.5)
  expect(await runs.find('ann', id, 10)).toMatchObject({ state: 'running', progress: { share: 0.5 } })
  const waiting = runs.find('ann', id, 60_000)
  asked[0]?.answer()
  expect(await waiting).toMatchObject({ id, state: 'answered', answer: { rows: [[1]] } })
})

test('a run belongs to its caller; others do not find it', async () => {
  const { runs } = runsOnDemand()
  const id = newId()
  runs.start('ann', id, question)
  await expect(runs.find('bob', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(runs.cancel('bob', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await runs.find('ann', id)).toMatchObject({ state: 'running' })
  await runs.close()
})

test('a cancelled run has ended, and another may start', async () => {
  const { runs } = runsOnDemand({ mostOfOne: 1 })
  const id = newId()
  runs.start('ann', id, question)
  expect(() => runs.start('ann', newId(), question)).toThrow(/1 running questions/)
  expect(await runs.cancel('ann', id)).toMatchObject({ state: 'failed', failure: { reason: 'cancelled' } })
  runs.start('ann', newId(), question)
  await runs.close()
})

test('a run that nobody asks about is cancelled, and another may start', async () => {
  vi.useFakeTimers()
  try {
    const { runs } = runsOnDemand({ mostOfOne: 1, unaskedMs: 1_000 })
    const id = newId()
    const ended = runs.start('ann', id, question)
    for (let asks = 0; asks < 5; asks++) {
      vi.advanceTimersByTime(900)
      expect(await runs.find('ann', id)).toMatchObject({ state: 'running' })
    }
    vi.advanceTimersByTime(1_000)
    await ended
    expect(await runs.find('ann', id)).toMatchObject({ state: 'failed', failure: { reason: 'cancelled' } })
    runs.start('ann', newId(), question)
    await runs.close()
  } finally {
    vi.useRealTimers()
  }
})

test('all callers together have a limit of runs at once', async () => {
  const { runs, asked } = runsOnDemand({ mostOfOne: 2, mostOfAll: 3 })
  const first = newId()
  runs.start('ann', first, question)
  runs.start('ann', newId(), question)
  runs.start('bob', newId(), question)
  expect(() => runs.start('cy', newId(), question)).toThrow(expect.objectContaining({ code: 'OVERLOADED' }))
  asked[0]?.answer()
  await runs.find('ann', first, 60_000)
  runs.start('cy', newId(), question)
  await runs.close()
})

test('only the newest answers are kept, and only for a limited time', async () => {
  const { runs, asked } = runsOnDemand({ mostKept: 1, keptMs: 20 })
  const started: string[] = []
  for (let n = 0; n < 2; n++) {
    const id = newId()
    started.push(id)
    runs.start('ann', id, question)
    asked[n]?.answer()
    await runs.find('ann', started[n] ?? '', 60_000)
  }
  await expect(runs.find('ann', started[0] ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await runs.find('ann', started[1] ?? '')).toMatchObject({ state: 'answered' })
  await expect.poll(() => runs.find('ann', started[1] ?? '').catch(({ code }) => code)).toBe('NOT_FOUND')
})

test('an answer that took long is available, even if many others were answered meanwhile', async () => {
  const { runs, asked } = runsOnDemand({ mostKept: 1 })
  const [slow, quick] = [newId(), newId()]
  runs.start('ann', slow, question)
  runs.start('bob', quick, question)
  asked[1]?.answer()
  await runs.find('bob', quick, 60_000)
  const waiting = runs.find('ann', slow, 60_000)
  asked[0]?.answer()
  await waiting
  expect(await runs.find('ann', slow)).toMatchObject({ state: 'answered' })
  await runs.close()
})

test('a caller with too many answers loses only their own answers', async () => {
  const { runs, asked } = runsOnDemand({ mostKeptOfOne: 2 })
  const answered = async (callerId: string) => {
    const id = newId()
    runs.start(callerId, id, question)
    asked.at(-1)?.answer()
    await runs.find(callerId, id, 60_000)
    return id
  }
  const ofBob = await answered('bob')
  const ofAnn = [await answered('ann'), await answered('ann'), await answered('ann')]
  await expect(runs.find('ann', ofAnn[0]!)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const id of ofAnn.slice(1)) expect(await runs.find('ann', id)).toMatchObject({ state: 'answered' })
  expect(await runs.find('bob', ofBob)).toMatchObject({ state: 'answered' })
})

test('a question that is sent again with the same id runs once', async () => {
  const { runs, asked } = runsOnDemand({ mostOfOne: 1 })
  const id = newId()
  for (let n = 0; n < 2; n++) runs.start('ann', id, question)
  expect(asked).toHaveLength(1)
  const other = { ...question, sql: 'SELECT 2' }
  expect(() => runs.start('ann', id, other)).toThrow(expect.objectContaining({ code: 'IDEMPOTENCY_MISMATCH' }))
  await runs.close()
})
