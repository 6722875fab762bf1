import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSmallCopy } from '../../test-support/small-copy.ts'
import { answerQuestion } from './answer-question.ts'
import { failureOf } from './engine-failure.ts'
import type { Question } from './question.ts'
import { copySql } from './table-sql.ts'

const edited = (index: number) => ({
  type: 'ProductEdited',
  stream: `product-${index % 3}`,
  data: { changes: { priceCents: 100 * index } },
})
const lines = Array.from({ length: 30 }, (_, index) => edited(index))

let small: Awaited<ReturnType<typeof makeSmallCopy>>
beforeAll(async () => {
  small = await makeSmallCopy(lines, 12)
})
afterAll(() => small.remove())

const ask = (sql: string, others: Partial<Question> = {}, folder = small.folder) =>
  answerQuestion({ folder, question: { sql, parameters: {}, ...others }, sql: copySql }).catch((error) => {
    throw Object.assign(new Error(), failureOf(error, sql))
  })

test.each([0, 1, 11, 12, 13, 24, 25, 27, 30])('as of event %d no later event is seen', async (asOf) => {
  const { rows, asOf: answered } = await ask(
    'SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM ProductEdited), (SELECT max(event) FROM events)',
    { asOf },
  )
  expect(rows).toEqual([[asOf, asOf, asOf === 0 ? null : asOf]])
  expect(answered.event).toBe(asOf)
})

test('later events cannot be read by naming the relations that hold them', async () => {
  const ofTail =
    'WITH "tail of the copy" AS (SELECT * FROM "tail of the copy") SELECT max(event) FROM "tail of the copy"'
  await expect(ask(ofTail, { asOf: 5 })).rejects.toMatchObject({ message: expect.not.stringMatching(/tail:/) })
})

test('without asOf, a question sees all events up to the newest', async () => {
  expect((await ask('SELECT max(event) FROM events')).asOf).toEqual({ event: 30, moment: '2026-03-02T10:29:00.000Z' })
  await expect(ask('SELECT 1', { asOf: 31 })).rejects.toMatchObject({
    reason: 'refused',
    message: expect.stringMatching(/1 to 30/),
  })
})

test('as of a moment, a question sees all events before the first event that was recorded later', async () => {
  expect((await ask('SELECT 1', { asOf: '2026-03-02T10:04:30Z' })).asOf).toMatchObject({ event: 5 })
  expect((await ask('SELECT 1', { asOf: '2026-03-02T10:05:00.000Z' })).asOf).toMatchObject({ event: 6 })
  expect((await ask('SELECT 1', { asOf: '2020-01-01T00:00:00Z' })).asOf).toMatchObject({ event: 0 })
  expect((await ask('SELECT 1', { asOf: '2026-03-03T00:00:00Z' })).asOf).toMatchObject({ event: 30 })
  await expect(ask('SELECT 1', { asOf: '9999-01-01T00:00:00Z' })).rejects.toThrow('has not come yet')
})

test('now() is the chosen time, or the time of the chosen event, so one past can give two results', async () => {
  const chosen = '2026-03-02T10:04:30.000Z'
  const observed = "SELECT now() - TIMESTAMP '2026-03-02' AS observed"
  const [ofTime, ofEvent] = [await ask(observed, { asOf: chosen }), await ask(observed, { asOf: 5 })]
  expect(ofTime.asOf).toEqual({ event: 5, moment: chosen })
  expect(ofEvent.asOf).toEqual({ event: 5, moment: '2026-03-02T10:04:00.000Z' })
  expect(ofTime.rangeDigest).toBe(ofEvent.rangeDigest)
  expect(ofTime.resultDigest).not.toBe(ofEvent.resultDigest)
  const again = await ask(observed, { asOf: 5, moment: chosen })
  expect(again.resultDigest).toBe(ofTime.resultDigest)
  const [one, other] = [await ask('SELECT 1', { asOf: chosen }), await ask('SELECT 1', { asOf: 5 })]
  expect(one.resultDigest).toBe(other.resultDigest)
})

test('if a clock went backwards, every event after a hidden event is hidden too, even with an earlier time', async () => {
  const times = ['10:00:00', '10:05:00', '10:02:00', '10:05:00', '10:06:00']
  const back = await makeSmallCopy(
    times.map((time, index) => ({ ...edited(index), recordedAt: `2026-03-02T${time}.000Z` })),
    2,
  )
  try {
    expect((await ask('SELECT 1', { asOf: '2026-03-02T10:02:00Z' }, back.folder)).asOf.event).toBe(1)
    expect((await ask('SELECT 1', { asOf: '2026-03-02T10:05:00Z' }, back.folder)).asOf.event).toBe(4)
    expect((await ask('SELECT now()', { asOf: 3 }, back.folder)).rows).toEqual([['2026-03-02T10:05:00.000Z']])
  } finally {
    back.remove()
  }
})

test('every clock function of the engine returns the requested moment', async () => {
  const { rows, columns, unverifiable } = await ask(
    `SELECT now(), current_timestamp, get_current_timestamp(), transaction_timestamp(), localtimestamp, today(), current_date,
            localtime, current_time, ago(INTERVAL 1 DAY), age(TIMESTAMP '2026-03-01'), main.now()`,
    { asOf: '2026-03-02T11:00:30.000Z' },
  )
  const moment = '2026-03-02T11:00:30.000Z'
  expect(rows).toEqual([
    [
      ...[moment, moment, moment, moment, moment, '2026-03-02', '2026-03-02', '11:00:30', '11:00:30+00'],
      ...['2026-03-01T11:00:30.000Z', '1 day', moment],
    ],
  ])
  expect(columns.slice(0, 7).map(({ kind }) => kind)).toEqual([...Array(5).fill('moment'), 'day', 'day'])
  expect(unverifiable).toEqual([])
})

test('the same question has the same digests in copies with different segments', async () => {
  const other = await makeSmallCopy(lines, 20)
  try {
    const sql =
      'SELECT stream, sum(changes.priceCents) AS cents, avg(changes.priceCents) AS mean, list(event) AS evidence FROM ProductEdited GROUP BY stream'
    const answers = []
    for (let time = 0; time < 20; time++)
      answers.push(await ask(sql, { asOf: 25 }, time % 2 === 0 ? small.folder : other.folder))
    expect(new Set(answers.map(({ resultDigest }) => resultDigest)).size).toBe(1)
    expect(new Set(answers.map(({ rangeDigest }) => rangeDigest)).size).toBe(1)
    const { rangeDigest, resultDigest } = await ask(sql, { asOf: 24 })
    expect(rangeDigest).not.toBe(answers[0]?.rangeDigest)
    expect(resultDigest).not.toBe(answers[0]?.resultDigest)
  } finally {
    other.remove()
  }
})

describe('an answer', () => {
  test('has its values as JSON, and the kind of each column', async () => {
    const { rows, columns } = await ask(
      `SELECT 1::BIGINT AS a, 9007199254740993 AS b, 12.50::DECIMAL(9, 2) AS c, 'NaN'::DOUBLE AS d, TIMESTAMP '2026-03-02 10:00:00.123456' AS e,
              DATE '2026-03-02' AS f, [1, NULL] AS g, {'x': 1, 'y': [TIMESTAMP '1969-12-31 23:59:59.999']} AS h, MAP {'k': 2} AS i,
              true AS j, NULL AS k, 'it''s' AS l, [3, 4] AS evidence`,
    )
    expect(JSON.parse(JSON.stringify(rows))).toEqual([
      [
        ...[1, '9007199254740993', 12.5, 'NaN', '2026-03-02T10:00:00.123456Z', '2026-03-02', [1, null]],
        ...[{ x: 1, y: ['1969-12-31T23:59:59.999Z'] }, [['k', 2]], true, null, "it's", [3, 4]],
      ],
    ])
    expect(columns.map(({ kind }) => kind).join(' ')).toBe(
      'integer integer number number moment day list record record boolean integer text evidence',
    )
  })

  test('has at most ten thousand rows, and says whether there are more', async () => {
    const { rows, truncated, unverifiable } = await ask('SELECT * FROM range(20000)')
    expect([rows.length, truncated, unverifiable.length]).toEqual([10_000, true, 1])
    expect(await ask('SELECT * FROM range(10000)')).toMatchObject({ truncated: false, unverifiable: [] })
  })

  test('with large values has fewer rows', async () => {
    const { rows, truncated } = await ask("SELECT repeat('x', 1000000) FROM range(100)")
    expect([rows.length, truncated]).toEqual([4, true])
  })
})

describe('parameters', () => {
  test('are given by name, and each has the type of its value', async () => {
    const parameters = { days: 14, since: '2026-03-02 10:05:00', half: 0.5, is: true, none: null }
    const sql = `SELECT DATE '2026-03-01' + $days, count(*) FILTER (recordedAt >= $since), $half * 4, $is, $none FROM events LIMIT $days`
    expect((await ask(sql, { parameters })).rows).toEqual([['2026-03-15', 25, 2, true, null]])
  })

  test('that are missing are named in the refusal', async () => {
    await expect(ask('SELECT $days')).rejects.toMatchObject({ reason: 'refused', message: 'Give a value for $days' })
  })
})

test('a mistake is explained in words, with its position', async () => {
  await expect(ask('SELECT nothing FROM events')).rejects.toMatchObject({
    reason: 'error',
    message: expect.stringMatching(/"nothing" not found/),
    position: 7,
  })
  await expect(ask('SELECT FROM WHERE')).rejects.toMatchObject({
    reason: 'refused',
    message: expect.stringMatching(/cannot be read/),
  })
})

test('a copy that is missing or lacks events is reported as unavailable', async () => {
  await expect(ask('SELECT 1', {}, '/nowhere')).rejects.toMatchObject({ reason: 'unavailable' })
})
