import { TOTALS } from '@shop/language/dashboard/document'
import type { Recorded } from '@shop/language/events/event'
import { apply } from '@shop/projections/fold'
import { anyProjection, changesOf } from '@shop/projections/projection'
import { dashboardProjection } from '@shop/projections/read-models/dashboard-projection'
import { createWorkingSet } from '@shop/projections/working-set'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StarterRule, starterRules } from '../../../web/src/analysis/reducer/starter-rules.ts'
import { madePast } from '../../test-support/made-past.ts'
import type { PastEvent } from '../../test-support/past.ts'
import { makeSmallCopy } from '../../test-support/small-copy.ts'
import { QuestionFailed } from '../questions/question.ts'
import type { Reduction } from './reduction.ts'
import { runReducer } from './run-reducer.ts'

const past = madePast(2, 600)
let copy: Awaited<ReturnType<typeof makeSmallCopy>>
beforeAll(async () => {
  copy = await makeSmallCopy(past, 200)
})
afterAll(() => copy.remove())

const [byDay, asDashboard] = starterRules as readonly [StarterRule, StarterRule]
const run = (reduction: Partial<Reduction> & Pick<Reduction, 'reducer'>) =>
  runReducer(copy.folder, { types: [], from: 1, ...reduction })
async function rowsOf(reduction: Partial<Reduction> & Pick<Reduction, 'reducer'>) {
  const { columns, rows } = await run(reduction)
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])))
}
const failureOf = (reduction: Partial<Reduction> & Pick<Reduction, 'reducer'>) =>
  run(reduction).then(
    () => undefined,
    (error) => (error instanceof QuestionFailed ? error.failure : error),
  )
const everyEvent = (reduce: string) =>
  `function keyOf({ type }) { return type }\nfunction reduce(row, event) { ${reduce} }`

describe('a rule that is folded over events', () => {
  test('gives a row for each key, with the events that made it', async () => {
    const placed = past.map((one, index) => ({ ...one, event: index + 1 })).filter(({ type }) => type === 'OrderPlaced')
    const days = Map.groupBy(placed, ({ data }) => data.placedAt.slice(0, 10))
    const expected = [...days].toSorted().map(([key, orders]) => ({
      key,
      orders: orders.length,
      revenueCents: orders.reduce((sum, { data }) => sum + data.totalCents, 0),
      evidence: orders.map(({ event }) => event),
    }))
    expect(await rowsOf(byDay)).toEqual(expected)
  })

  test('gets only the events of the range and of the chosen types', async () => {
    const count = everyEvent('return { n: (row?.n ?? 0) + 1 }')
    const types = ['OrderPlaced', 'ProductEdited']
    const seen = past.slice(99, 400).filter(({ type }) => types.includes(type))
    const rows = await rowsOf({ reducer: count, types, from: 100, asOf: 400 })
    expect(rows.reduce((sum, { n }) => sum + Number(n), 0)).toBe(seen.length)
    const all = await rowsOf({ reducer: count })
    expect(all.reduce((sum, { n }) => sum + Number(n), 0)).toBe(past.length)
  })

  test('has the same digests when it is repeated, also in a copy with other segments', async () => {
    const other = await makeSmallCopy(past, 70)
    try {
      const wanted = { types: ['OrderPlaced'], from: 1, reducer: byDay.reducer }
      const [one, again, elsewhere] = [await run(wanted), await run(wanted), await runReducer(other.folder, wanted)]
      for (const answer of [again, elsewhere]) {
        expect(answer.resultDigest).toBe(one.resultDigest)
        expect(answer.questionDigest).toBe(one.questionDigest)
        expect(answer.rangeDigest).toBe(one.rangeDigest)
      }
      expect((await run({ ...wanted, reducer: `${wanted.reducer} ` })).questionDigest).not.toBe(one.questionDigest)
    } finally {
      other.remove()
    }
  })

  test('leaves out rows that the rule removes', async () => {
    const reducer = everyEvent("return event.type === 'OrderPlaced' && row ? null : { seen: true }")
    const placed = past.filter(({ type }) => type === 'OrderPlaced').length
    const keys = (await rowsOf({ reducer })).map(({ key }) => key)
    expect(keys.includes('OrderPlaced')).toBe(placed % 2 === 1)
    expect(keys).toContain('ProductEdited')
  })
})

describe('a rule that is compared', () => {
  test("with the shop's projection differs where the two count differently, and lists the events that cause this", async () => {
    const reducer = asDashboard.reducer
    const answer = await run({ reducer, types: asDashboard.types, against: { projection: 'dashboard' } })
    const dashboard = dashboardAfter(past)
    const mine = foldedByHand(past)
    const keys = [...new Set([...dashboard.keys(), ...mine.keys()])]
    const differing = keys.filter((key) => dashboard.get(key) !== mine.get(key))
    expect(differing.length).toBeGreaterThan(2)
    const net = answer.rows.filter(([, field]) => field === 'netRevenueCents')
    expect(net.map(([key]) => key).toSorted()).toEqual(differing.toSorted())
    for (const [key, , first, second] of net)
      expect([first, second]).toEqual([mine.get(key as string), dashboard.get(key as string)])
    expect(answer.compared?.rows).toBe(keys.length)
    // The key is no field of a document.
    expect(answer.rows.map(([, field]) => field)).not.toContain('_id')
    // Only orders that the two rules count differently as a whole cause a difference.
    for (const [key, , , , events] of net) {
      const causing = past.filter(({ data }) => key === TOTALS || data.placedAt?.slice(0, 10) === key)
      const streams = Map.groupBy(causing, ({ stream }) => stream)
      const differs = ([, own]: readonly [string, readonly PastEvent[]]) =>
        dashboardAfter(own).get(key as string) !== foldedByHand(own).get(key as string)
      const expected = [...streams].filter(differs).map(([stream]) => stream)
      const listed = new Set((events as readonly number[]).map((event) => past[event - 1]!.stream))
      expect([...listed].toSorted()).toEqual(expected.toSorted())
    }
  })

  test('with the same rule shows no difference', async () => {
    const answer = await run({ reducer: byDay.reducer, types: byDay.types, against: { reducer: byDay.reducer } })
    expect(answer.rows).toEqual([])
    const days = past.filter(({ type }) => type === 'OrderPlaced').map(({ data }) => data.placedAt.slice(0, 10))
    expect(answer.compared).toMatchObject({ rows: new Set(days).size, differing: 0 })
  })

  test('has a digest of all rows of each side, so that comparisons without differences have different digests', async () => {
    const rules = [byDay.reducer, everyEvent('return { n: (row?.n ?? 0) + 1 }')]
    const wanted = { types: ['OrderPlaced'] }
    const equal = await Promise.all(rules.map((reducer) => run({ ...wanted, reducer, against: { reducer } })))
    for (const { compared, rows } of equal) {
      expect(rows).toEqual([])
      expect(new Set(compared!.sideDigests).size).toBe(1)
    }
    const [one, other] = equal.map(({ compared }) => compared!.sideDigests![0])
    expect(one).not.toBe(other)
    expect(equal[0]!.resultDigest).not.toBe(equal[1]!.resultDigest)
    const [first, second] = rules as [string, string]
    const both = await run({ ...wanted, reducer: first, against: { reducer: second } })
    expect(both.compared!.sideDigests).toEqual([one, other])
    const ordered = {
      reducer: everyEvent('return { a: 1, b: 2 }'),
      against: { reducer: everyEvent('return { b: 2, a: 1 }') },
    }
    expect(new Set((await run({ ...wanted, ...ordered })).compared!.sideDigests).size).toBe(1)
  })

  test('with a second rule shows the only event that the two rules count differently', async () => {
    const placed = past.flatMap(({ type }, index) => (type === 'OrderPlaced' ? [index + 1] : []))
    const odd = placed[3]!
    const other = byDay.reducer.replace(
      '{ data }) {\n  return { orders: row.orders + 1',
      `{ data, event }) {\n  return { orders: row.orders + (event === ${odd} ? 2 : 1)`,
    )
    expect(other).not.toBe(byDay.reducer)
    const answer = await run({ reducer: byDay.reducer, types: ['OrderPlaced'], against: { reducer: other } })
    expect(answer.rows).toEqual([
      [past[odd - 1]!.data.placedAt.slice(0, 10), 'orders', expect.any(Number), expect.any(Number), [odd]],
    ])
  })
})

describe('a rule cannot leave its isolate', () => {
  test.each<[string, string]>([
    ['return process.exit()', 'In line 2 of the rule: process is not defined'],
    ["return require('fs')", 'In line 2 of the rule: require is not defined'],
    ['return Math.random()', 'In line 2 of the rule: A rule has no randomness: Math.random is not available'],
    ['return Date.now()', 'In line 2 of the rule: A rule has no clock: use event.recordedAt'],
    ['return new Date()', 'In line 2 of the rule: A rule has no clock: use event.recordedAt'],
    ["return import('node:fs')", 'reduce returns a promise, but a rule may not be async'],
    [
      "return this.constructor.constructor('return process')()",
      "In line 2 of the rule: Cannot read properties of undefined (reading 'constructor')",
    ],
    ["return reduce.constructor('return process')()", 'In line 2 of the rule: process is not defined'],
    ["return fetch('http://localhost')", 'In line 2 of the rule: fetch is not defined'],
    ['return event.data.none.none', "In line 2 of the rule: Cannot read properties of undefined (reading 'none')"],
  ])('%s is refused', async (body, message) => {
    expect(await failureOf({ reducer: everyEvent(body) })).toMatchObject({
      reason: 'refused',
      message: expect.stringContaining(message),
    })
  })

  test('a rule that cannot be parsed or lacks a function is refused with the reason', async () => {
    expect(await failureOf({ reducer: 'function keyOf(' })).toMatchObject({
      message: expect.stringMatching(/of the rule: /),
    })
    expect(await failureOf({ reducer: 'function keyOf(event) {\n  return 1' })).toMatchObject({
      message: expect.stringMatching(/^At the end of the rule: .*\. A closing bracket may be missing$/),
    })
    expect(await failureOf({ reducer: 'const keyOf = () => 1' })).toMatchObject({
      message: 'A rule must declare the function reduce(row, event, key)',
    })
    expect(await failureOf({ reducer: byDay.reducer, types: ['Nothing'] })).toMatchObject({
      message: 'There is no type of event Nothing',
    })
    expect(
      await failureOf({ reducer: byDay.reducer, types: ['OrderPlaced'], against: { projection: 'none' } }),
    ).toMatchObject({
      message: expect.stringContaining('There is no projection none. There are products, '),
    })
  })

  test('a rule cannot take more memory than the limit', async () => {
    const reducer = `const all = []\n${everyEvent('for (;;) all.push(new Array(1e6).fill(event.event))')}`
    expect(await failureOf({ reducer })).toMatchObject({ reason: 'memory' })
  })

  test('a rule that does not end is stopped', async () => {
    const endless = runReducer(
      copy.folder,
      { types: [], from: 1, reducer: everyEvent('for (;;);') },
      { longestMs: 2_000 },
    )
    await expect(endless).rejects.toMatchObject({ failure: { reason: 'time' } })
  })
})

/** The net revenue for each day and for all days, as the shop's projection counts it. */
function dashboardAfter(events: readonly PastEvent[]): ReadonlyMap<string, number> {
  const projection = anyProjection(dashboardProjection)
  const workingSet = createWorkingSet()
  for (const { type, data, recordedAt } of events)
    apply(workingSet, changesOf(projection, { type, data, metadata: { recordedAt } } as unknown as Recorded))
  return new Map(
    [...workingSet.documents].map(([id, row]) => [id, (row as unknown as { netRevenueCents: number }).netRevenueCents]),
  )
}

/** The amount that was paid for each order, minus the refunds. */
function foldedByHand(events: readonly PastEvent[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { type, data } of events) {
    const cents =
      type === 'OrderPlaced'
        ? data.totalCents
        : type === 'OrderRefunded' || type === 'RefundNoted'
          ? -data.amountCents
          : type === 'OrderRefundFailed' && data.wasMade
            ? data.amountCents
            : 0
    if (cents === 0 && type !== 'OrderPlaced') continue
    for (const key of [data.placedAt.slice(0, 10), TOTALS]) sums.set(key, (sums.get(key) ?? 0) + cents)
  }
  return sums
}
