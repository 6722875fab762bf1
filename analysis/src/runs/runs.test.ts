import { expect, test } from 'vitest'
import { type Answer, type Question, QuestionFailed } from '../questions/question.ts'
import { createRuns } from './runs.ts'

const question: Question = { sql: 'SELECT 1', parameters: {} }
const cancelled = new QuestionFailed({ reason: 'cancelled', message: 'The question was cancelled' })

/** Runs whose questions are answered when the test says so. */
function runsOnDemand(limits: Omit<Parameters<typeof createRuns>[0], 'ask'> = {}) {
  const asked: { answer: () => void; tell: (share: number) => void }[] = []
  const runs = createRuns({
    ask: (_, { signal, onProgress }) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      signal.addEventListener('abort', () => reject(cancelled))
      asked.push({
        answer: () => resolve({ rows: [[1]] } as unknown as Answer),
        tell: (share) => onProgress({ share, memoryBytes: 1 }),
      })
      return promise
    },
    ...limits,
  })
  return { runs, asked }
}

test('a run is under way until it is answered, and tells how far it is', async () => {
  const { runs, asked } = runsOnDemand()
  const id = runs.start('ann', question)
  expect(await runs.find('ann', id)).toEqual({ id, state: 'running' })
  asked[0]?.tell(0.5)
  expect(await runs.find('ann', id, 10)).toMatchObject({ state: 'running', progress: { share: 0.5 } })
  const waiting = runs.find('ann', id, 60_000)
  asked[0]?.answer()
  expect(await waiting).toMatchObject({ id, state: 'answered', answer: { rows: [[1]] } })
})

test('a run belongs to its caller: for others there is none', async () => {
  const { runs } = runsOnDemand()
  const id = runs.start('ann', question)
  await expect(runs.find('bob', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(runs.cancel('bob', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await runs.find('ann', id)).toMatchObject({ state: 'running' })
  await runs.close()
})

test('a cancelled run has ended, and leaves room for another', async () => {
  const { runs } = runsOnDemand({ mostOfOne: 1 })
  const id = runs.start('ann', question)
  expect(() => runs.start('ann', question)).toThrow(/1 questions under way/)
  expect(await runs.cancel('ann', id)).toMatchObject({ state: 'failed', failure: { reason: 'cancelled' } })
  runs.start('ann', question)
  await runs.close()
})

test('all callers together have so many at once', async () => {
  const { runs, asked } = runsOnDemand({ mostOfOne: 2, mostOfAll: 3 })
  const first = runs.start('ann', question)
  runs.start('ann', question)
  runs.start('bob', question)
  expect(() => runs.start('cy', question)).toThrow(expect.objectContaining({ code: 'OVERLOADED' }))
  asked[0]?.answer()
  await runs.find('ann', first, 60_000)
  runs.start('cy', question)
  await runs.close()
})

test('answers are kept for a while, and only the newest', async () => {
  const { runs, asked } = runsOnDemand({ mostKept: 1, keptMs: 20 })
  const ids: string[] = []
  for (let n = 0; n < 2; n++) {
    ids.push(runs.start('ann', question))
    asked[n]?.answer()
    await runs.find('ann', ids[n] ?? '', 60_000)
  }
  await expect(runs.find('ann', ids[0] ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await runs.find('ann', ids[1] ?? '')).toMatchObject({ state: 'answered' })
  await expect.poll(() => runs.find('ann', ids[1] ?? '').catch(({ code }) => code)).toBe('NOT_FOUND')
})
