import { type Recorded, START } from '@shop/language/events/event'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { answerQuestion } from '../questions/answer-question.ts'
import type { Question } from '../questions/question.ts'
import { copySql } from '../questions/table-sql.ts'
import { compareLog } from './compare-log.ts'
import type { KeptAnswer } from './kept-answers.ts'
import { verifyAnswers } from './verify-answers.ts'

const [one, other] = [newFolder(), newFolder()]
const store = openSqliteEventStore(':memory:')
const stored: Recorded[] = []

beforeAll(async () => {
  await appendAll(store, await someEvents(147, 1))
  // The same log in segments of other sizes, as on another day.
  await copying(store, one.folder, async (copy) => copy.settled())
  await copying(store, other.folder, async (copy) => copy.settled(), { segment: 40 })
  const stop = new AbortController()
  for await (const { events } of store.follow(START, stop.signal)) {
    stored.push(...events)
    if (stored.length >= 147) stop.abort()
  }
})
afterAll(async () => {
  await store.close()
  one.remove()
  other.remove()
})

const asking = (folder: string) => async (question: Question) => ({
  ...(await answerQuestion({ folder, question, sql: copySql })),
  elapsedMs: 0,
  memoryBytes: 0,
})
async function* batchesOf(events: readonly Recorded[]) {
  for (let from = 0; from < events.length; from += 50) yield events.slice(from, from + 50)
}

const questions: readonly Question[] = [
  { sql: 'SELECT type, count(*), list(event) AS evidence FROM events GROUP BY type', parameters: {} },
  { sql: 'SELECT sum(totalCents), count(DISTINCT customerId) FROM OrderPlaced', parameters: {}, asOf: 105 },
  {
    sql: 'SELECT line.size, count(*), now() FROM (SELECT unnest(items) AS line FROM OrderPlaced) GROUP BY ALL',
    parameters: {},
    asOf: 60,
  },
  {
    sql: 'SELECT stream, max(recordedAt) - $since::TIMESTAMP FROM StockReserved GROUP BY stream',
    parameters: { since: '2026-03-01' },
    asOf: 147,
  },
]
const keep = async (): Promise<readonly KeptAnswer[]> =>
  Promise.all(
    questions.map(async (question, index) => {
      const { unverifiable, ...answer } = await asking(one.folder)(question)
      return { ...question, ...answer, unverifiable: [...unverifiable], name: `answer ${index}` }
    }),
  )
const verify = async (kept: readonly KeptAnswer[], folder: string, events = stored) => {
  const log = await compareLog(folder, batchesOf(events), new Set(kept.map(({ asOf }) => asOf.event)))
  return verifyAnswers(kept, { ask: asking(folder), times: 3, log })
}

test('kept answers are found again, in this copy and in one of the same log with other segments', async () => {
  const kept = await keep()
  expect(await verify(kept, one.folder)).toEqual([])
  expect(await verify(kept, other.folder)).toEqual([])
})

test('the first event that was changed in the log is named, and the answers that rest on it', async () => {
  const changed = stored.with(99, {
    ...stored[99]!,
    metadata: { ...stored[99]!.metadata, recordedAt: '2026-03-01T00:00:00.000Z' },
  })
  const found = await verify(await keep(), one.folder, changed)
  expect(found[0]).toBe(`event 100, ${stored[99]?.type}, is another one in the log than was copied`)
  expect(found.slice(1).map((line) => line.slice(0, 8))).toEqual(['answer 0', 'answer 1', 'answer 3'])
})

test('another result, another question and one that is no longer answered are found', async () => {
  const [first, second, third] = await keep()
  const changed = [
    { ...first!, resultDigest: '0'.repeat(64) },
    { ...second!, parameters: { more: 1 }, sql: `${second!.sql} ` },
    { ...third!, asOf: { ...third!.asOf, event: 900 } },
  ]
  expect((await verify(changed, one.folder)).map((line) => line.replace(/:.*any more:/, ':'))).toEqual([
    'answer 0: the result is another one',
    'answer 1: its digest is not that of its question',
    expect.stringContaining('events 1 to 900'),
    expect.stringContaining('1 to 147'),
  ])
})
