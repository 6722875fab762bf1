import { createComparison, differencesOf, fieldsOf, lastingSteps, shifted, shiftsOf } from './differences.ts'

/* These functions run as text in an isolate. So they can use only the JavaScript language and each other. */

type Rule = Readonly<{
  keyOf: (event: object) => unknown
  reduce: (row: unknown, event: object, key: string) => unknown
}>
type Rows = Map<string, unknown>
type Changed = readonly [event: number, rows: readonly (readonly [key: string, row: unknown])[], stream: string]

/** A result that depends on the clock or on randomness would differ from run to run. */
export function removeClockAndChance() {
  const Real = globalThis.Date
  function Fixed(this: unknown, ...given: readonly number[]) {
    if (!new.target || given.length === 0) throw new Error('A rule has no clock: use event.recordedAt')
    return Reflect.construct(Real, given, new.target)
  }
  Fixed.prototype = Real.prototype
  Real.prototype.constructor = Fixed as unknown as DateConstructor
  const now = () => {
    throw new Error('A rule has no clock: use event.recordedAt')
  }
  Object.assign(Fixed, { parse: Real.parse, UTC: Real.UTC, now })
  Math.random = () => {
    throw new Error('A rule has no randomness: Math.random is not available')
  }
  const global = globalThis as Record<string, unknown>
  global.Date = Fixed
  for (const name of [
    'Intl',
    'Temporal',
    'WebAssembly',
    'SharedArrayBuffer',
    'Atomics',
    'WeakRef',
    'FinalizationRegistry',
  ])
    delete global[name]
}

type Sides = Readonly<{
  rows: Rows
  others: Rows
  /** For each row's key: the events for which `keyOf` returned this key, even if the row stayed equal. Empty in a comparison. */
  evidence: ReadonlyMap<string, readonly number[]>
  comparison: ReturnType<typeof createComparison>
}>

/** The first `most` rows as JSON (`Reduced`). In a comparison, only rows that differ. */
function resultOf({ rows, others, evidence, comparison }: Sides, isCompared: boolean, most: number): string {
  if (!isCompared) {
    const keys = [...rows.keys()].sort((a, b) => (a < b ? -1 : 1))
    return JSON.stringify({
      all: keys.length,
      rows: keys.slice(0, most).map((key) => [key, rows.get(key), evidence.get(key) ?? []]),
    })
  }
  const all = new Set([...rows.keys(), ...others.keys()]).size
  const differing = comparison.differing()
  const differences = differing.slice(0, most).flatMap((key) => {
    const [one, other] = [fieldsOf(rows.get(key)), fieldsOf(others.get(key))]
    return [...new Set([...Object.keys(one), ...Object.keys(other)])]
      .filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
      .map((name) => [key, name, one[name] ?? null, other[name] ?? null, comparison.eventsOf(key, name)])
  })
  return JSON.stringify({ all, differing: differing.length, differences })
}

/**
 * Up to `most` rows from the row number `from`, each as a line of JSON. Equal rows have equal lines, because the fields are sorted by name.
 */
function linesOf(rows: Rows, keys: readonly string[], from: number, most: number): string {
  const named = (row: unknown) => Object.entries(fieldsOf(row)).sort(([a], [b]) => (a < b ? -1 : 1))
  return keys
    .slice(from, from + most)
    .map((key) => `${JSON.stringify([key, named(rows.get(key))])}\n`)
    .join('')
}

function noteEvent(evidence: Map<string, number[]>, key: string, event: number) {
  const MOST_EVENTS = 1_000
  const events = evidence.get(key)
  if (!events) evidence.set(key, [event])
  else if (events.length < MOST_EVENTS && events.at(-1) !== event) events.push(event)
}

function changeRows({ keyOf, reduce }: Rule, rows: Rows, event: object): readonly string[] {
  const found = keyOf(event)
  if (found === null || found === undefined) return []
  const keys = (Array.isArray(found) ? found : [found]).map(String)
  for (const key of keys) {
    const row = reduce(rows.get(key), event, key)
    if (row === null || row === undefined) rows.delete(key)
    else if (typeof (row as { then?: unknown }).then === 'function')
      throw new Error('reduce returns a promise, but a rule may not be async')
    else rows.set(key, row)
  }
  return keys
}

/** Folds events by the rule `first`. A comparison is with the rule `second` or with the changes of a projection. */
function createFold(first: Rule, second: Rule | undefined, isCompared: boolean) {
  const rows: Rows = new Map()
  const others: Rows = new Map()
  const evidence = new Map<string, number[]>()
  const comparison = createComparison()
  const keysOf = (of: Rows) => [...of.keys()].sort((a, b) => (a < b ? -1 : 1))
  let sorted: readonly (readonly string[])[] | undefined

  function noteAll(keys: Iterable<string>, by: Readonly<{ event: number; stream: string }>) {
    for (const key of keys)
      if (isCompared) comparison.note(key, [rows.get(key), others.get(key)], by)
      else noteEvent(evidence, key, by.event)
  }

  function put([, changes]: Changed): readonly string[] {
    for (const [key, row] of changes)
      if (row === null) others.delete(key)
      else others.set(key, row)
    return changes.map(([key]) => key)
  }

  return {
    /** `lines`: events as lines of JSON. `changes`: the projection's changed rows, as JSON. Both are in the order of the events. */
    feed(lines: string, changes: string) {
      const given = changes === '' ? [] : (JSON.parse(changes) as readonly Changed[])
      let next = 0
      const putBefore = (event: number) => {
        for (; next < given.length && given[next]![0] < event; next++) {
          const [number, , stream] = given[next]!
          noteAll(put(given[next]!), { event: number, stream })
        }
      }
      for (const line of lines === '' ? [] : lines.split('\n')) {
        const event = JSON.parse(line)
        putBefore(event.event)
        const keys = new Set(changeRows(first, rows, event))
        for (const key of second ? changeRows(second, others, event) : []) keys.add(key)
        for (const key of given[next]?.[0] === event.event ? put(given[next++]!) : []) keys.add(key)
        noteAll(keys, event)
      }
      putBefore(Number.POSITIVE_INFINITY)
    },
    finish: (most: number) => resultOf({ rows, others, evidence, comparison }, isCompared, most),
    lines(side: 0 | 1, from: number, most: number) {
      sorted ??= [keysOf(rows), keysOf(others)]
      return linesOf(side === 0 ? rows : others, sorted[side]!, from, most)
    },
  }
}

export const HARNESS = [
  ...[fieldsOf, differencesOf, shiftsOf, shifted, lastingSteps, createComparison],
  ...[resultOf, linesOf, noteEvent, changeRows, createFold],
].join('\n')
