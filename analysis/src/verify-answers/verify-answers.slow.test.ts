import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openKurrentEventStore } from '@shop/kurrentdb/kurrentdb-event-store'
import { startEventStoreDouble } from '@shop/kurrentdb/test-support/eventstore-double'
import { AccountErased, AccountRegistered, accountStream } from '@shop/language/account/events'
import { definitionOf } from '@shop/language/all-events'
import { type Event, type Recorded, START } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqliteKeyStore } from '@shop/stores/key-store/sqlite/sqlite-key-store'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { compareLog } from '../copy/compare-log.ts'
import { answerQuestion } from '../questions/answer-question.ts'
import type { Question } from '../questions/question.ts'
import { copySql } from '../questions/table-sql.ts'
import { type KeptAnswer, readKeptAnswers } from './kept-answers.ts'
import { verifyAnswers } from './verify-answers.ts'

/** CI checks only a few answers. `ANSWERS=50 TIMES=20` checks more answers, and each of them more often. */
const [ANSWERS, TIMES] = [Number(process.env.ANSWERS ?? 8), Number(process.env.TIMES ?? 2)]
const ALL = 147
/** Each answer starts an engine, so many answers need a long time. */
vi.setConfig({ testTimeout: 600_000 + ANSWERS * TIMES * 600 })
const [one, other] = [newFolder(), newFolder()]
const store = openSqliteEventStore(':memory:')
const stored: Recorded[] = []

beforeAll(async () => {
  await appendAll(store, await someEvents(ALL, 1))
  // Two copies of the same log have segments of different sizes. One copy on two different days would also differ in its segments.
  await copying(store, one.folder, async (copy) => copy.settled())
  await copying(store, other.folder, async (copy) => copy.settled(), { segment: 40 })
  const stop = new AbortController()
  for await (const { events } of store.follow(START, stop.signal)) {
    stored.push(...events)
    if (stored.length >= ALL) stop.abort()
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

const asked: readonly Question[] = [
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
    asOf: ALL,
  },
]
/** The four questions first, and then the same questions as of other events. */
const questions = Array.from({ length: ANSWERS }, (_, index): Question => {
  const question = asked[index % asked.length]!
  return index < asked.length ? question : { ...question, asOf: 1 + ((index * 29) % ALL) }
})
async function keep(of: readonly Question[] = questions, folder = one.folder): Promise<readonly KeptAnswer[]> {
  const kept: KeptAnswer[] = []
  for (const [index, question] of of.entries()) {
    const { unverifiable, ...answer } = await asking(folder)(question)
    kept.push({ ...question, ...answer, unverifiable: [...unverifiable], name: `answer ${index}` })
  }
  return kept
}
const verify = async (
  kept: readonly KeptAnswer[],
  folder: string,
  events: readonly Recorded[] = stored,
  times = TIMES,
) => {
  const log = await compareLog(folder, batchesOf(events), new Set(kept.map(({ asOf }) => asOf.event)))
  return verifyAnswers(kept, { ask: asking(folder), times, log })
}
const NOTHING = { found: [], notCompared: [] }
async function readAll(log: EventReader): Promise<readonly Recorded[]> {
  const events: Recorded[] = []
  for await (const batch of log.follow(START, new AbortController().signal)) {
    events.push(...batch.events)
    if (batch.caughtUp) break
  }
  return events
}

test('kept answers are confirmed, in this copy and in another copy of the same log with other segments', async () => {
  const kept = await keep()
  expect(await verify(kept, one.folder)).toEqual(NOTHING)
  expect(await verify(kept, other.folder)).toEqual(NOTHING)
})

test('kept answers are confirmed after the log has moved to a server', async () => {
  const kept = await keep()
  const server = await startEventStoreDouble()
  const remote = openKurrentEventStore(server.url)
  const moved = newFolder()
  try {
    // Appends the events as they are stored, also sealed fields: a move changes no event.
    await appendAll(remote, stored)
    await copying(remote, moved.folder, (copy) => copy.settled())
    const events = await readAll(remote)
    expect(await verify(kept, moved.folder, events)).toEqual(NOTHING)
    const changed = events.with(4, { ...events[4]!, id: 'another' })
    expect((await verify(kept, moved.folder, changed, 1)).found[0]).toBe(
      `event 5, ${stored[4]?.type}, differs between the log and the copy`,
    )
  } finally {
    await remote.close()
    server.close()
    moved.remove()
  }
})

test('kept answers are confirmed after ten people were erased', async () => {
  const people = Array.from({ length: 10 }, (_, n) => `person-${n}`)
  const [place, log, keys] = [newFolder(), openSqliteEventStore(':memory:'), openSqliteKeyStore(':memory:')] as const
  const shop = createShopLog(log, keys)
  const metadata = {
    correlationId: 'r',
    causationId: 'c',
    actor: { role: 'system' },
    recordedAt: stored[0]!.metadata.recordedAt,
  } as const
  const append = (event: Event, version: number) => {
    const { accountId } = event.data as { accountId: string }
    const { version: schemaVersion } = definitionOf(event.type)
    const id = `${accountId}-${event.type}`
    return shop.append(accountStream(accountId), version, [{ ...event, id, metadata: { ...metadata, schemaVersion } }])
  }
  for (const accountId of people)
    await append(
      AccountRegistered({
        accountId,
        name: `Ada ${accountId}`,
        email: `${accountId}@example.com`,
        emailKey: accountId,
      }),
      -1,
    )
  await copying(log, place.folder, (copy) => copy.settled())
  const kept = await keep(
    [
      { sql: 'SELECT accountId, list(event) AS evidence FROM AccountRegistered GROUP BY accountId', parameters: {} },
      { sql: 'SELECT stream, data FROM events', parameters: {}, asOf: 7 },
    ],
    place.folder,
  )
  for (const accountId of people) {
    await append(AccountErased({ accountId, emailKey: accountId }), 0)
    await keys.destroy(accountId)
  }
  await copying(log, place.folder, (copy) => copy.settled())
  expect(await verify(kept, place.folder, await readAll(log))).toEqual(NOTHING)
  await log.close()
  place.remove()
})

test('the first event that was changed in the log is named, with the answers that used it', async () => {
  const changed = stored.with(99, {
    ...stored[99]!,
    metadata: { ...stored[99]!.metadata, recordedAt: '2026-03-01T00:00:00.000Z' },
  })
  const kept = await keep()
  const { found } = await verify(kept, one.folder, changed)
  expect(found[0]).toBe(`event 100, ${stored[99]?.type}, differs between the log and the copy`)
  const after = kept.filter(({ asOf }) => asOf.event >= 100).map(({ name }) => name)
  expect(found.slice(1).map((line) => line.split(':')[0])).toEqual(after)
  expect(after.length).toBeGreaterThan(2)
})

test('a changed result, a changed question and a question that is no longer answered are found', async () => {
  const [first, second, third] = await keep(asked)
  const changed = [
    { ...first!, resultDigest: '0'.repeat(64) },
    { ...second!, parameters: { more: 1 }, sql: `${second!.sql} ` },
    { ...third!, asOf: { ...third!.asOf, event: 900 } },
  ]
  const { found } = await verify(changed, one.folder)
  expect(found.map((line) => line.replace(/:.*any more:/, ':'))).toEqual([
    'answer 0: the result differs',
    'answer 1: its digest does not match its question',
    expect.stringContaining('events 1 to 900'),
    expect.stringContaining('1 to 147'),
  ])
})

test('the result of an answer from another version is not compared, but its events are checked', async () => {
  const [first, second, third] = await keep(asked)
  const file = join(one.folder, 'answers.ndjson')
  // An answer in its earlier form: the shop did not print the version of the digest then.
  const before = { ...first!, digestVersion: undefined, resultDigest: '0'.repeat(64) }
  writeFileSync(file, [before, second!].map((answer) => `${JSON.stringify(answer)}\n`).join(''))
  const later = { ...third!, digestVersion: 3, resultDigest: '0'.repeat(64) }
  const kept = [...readKeptAnswers([file]), later]
  const notCompared = [
    `${file}:1: its result cannot be compared, because an earlier version of the shop made it`,
    'answer 2: its result cannot be compared, because a later version of the shop made it',
  ]
  expect(await verify(kept, one.folder)).toEqual({ found: [], notCompared })
  const others = [{ ...kept[0]!, rangeDigest: '0'.repeat(64) }]
  expect((await verify(others, one.folder)).found).toContain(
    `${file}:1: the copy's events 1 to ${ALL} differ from the events that the answer was made from`,
  )
})
