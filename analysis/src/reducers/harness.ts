/*
 * The text of these functions runs in an isolate that has only the JavaScript language. So they can use nothing else of this program.
 */

type Rule = Readonly<{
  keyOf: (event: object) => unknown
  reduce: (row: unknown, event: object, key: string) => unknown
}>
type Rows = Map<string, unknown>
type Changed = readonly [event: number, rows: readonly (readonly [key: string, row: unknown])[]]

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

/** A row that is not an object has a single field `value`. */
export function fieldsOf(row: unknown): Readonly<Record<string, unknown>> {
  if (row === undefined) return {}
  return (typeof row === 'object' && row !== null ? row : { value: row }) as Record<string, unknown>
}

/** The fields in which two rows differ, and by how much. Empty for equal rows. A missing row is undefined. */
export function differenceOf(first: unknown, second: unknown): string {
  const [one, other] = [fieldsOf(first), fieldsOf(second)]
  let said = (first === undefined) === (second === undefined) ? '' : 'missing;'
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const [a, b] = [one[name], other[name]]
    if (a === b) continue
    if (typeof a === 'number' && typeof b === 'number') said += `${name} ${a - b};`
    else if (JSON.stringify(a) !== JSON.stringify(b)) said += `${name} ${JSON.stringify(a)} ${JSON.stringify(b)};`
  }
  return said
}

type Sides = Readonly<{
  rows: Rows
  others: Rows
  /** The events that changed a row, by its key. */
  evidence: ReadonlyMap<string, readonly number[]>
  /** The difference from the other side's row, by key. */
  said: ReadonlyMap<string, string>
}>

/** The first `most` rows as JSON (`Reduced`). In a comparison, only rows that differ. */
export function resultOf({ rows, others, evidence, said }: Sides, isCompared: boolean, most: number): string {
  const sorted = (keys: Iterable<string>) => [...keys].sort((a, b) => (a < b ? -1 : 1))
  const eventsOf = (key: string) => evidence.get(key) ?? []
  if (!isCompared) {
    const keys = sorted(rows.keys())
    return JSON.stringify({
      all: keys.length,
      rows: keys.slice(0, most).map((key) => [key, rows.get(key), eventsOf(key)]),
    })
  }
  const all = new Set([...rows.keys(), ...others.keys()]).size
  const differing = sorted([...said].filter(([, now]) => now !== '').map(([key]) => key))
  const differences = differing.slice(0, most).flatMap((key) => {
    const [one, other] = [fieldsOf(rows.get(key)), fieldsOf(others.get(key))]
    return [...new Set([...Object.keys(one), ...Object.keys(other)])]
      .filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
      .map((name) => [key, name, one[name] ?? null, other[name] ?? null, eventsOf(key)])
  })
  return JSON.stringify({ all, differing: differing.length, differences })
}

/** Records up to a thousand events for a row. */
export function noteEvent(evidence: Map<string, number[]>, key: string, event: number) {
  const MOST_EVENTS = 1_000
  const events = evidence.get(key)
  if (!events) evidence.set(key, [event])
  else if (events.length < MOST_EVENTS && events.at(-1) !== event) events.push(event)
}

/** Applies the event to its rows, and returns their keys. */
export function changeRows({ keyOf, reduce }: Rule, rows: Rows, event: object): readonly string[] {
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

/**
 * Folds events by the rule `first`. In a comparison, the other side is the rule `second`, or a projection: then `feed` gets its changed
 * rows. For each row, records the first thousand events that changed the row, or in a comparison the difference.
 */
export function createFold(first: Rule, second: Rule | undefined, isCompared: boolean) {
  const rows: Rows = new Map()
  const others: Rows = new Map()
  const evidence = new Map<string, number[]>()
  const said = new Map<string, string>()

  function noteAll(keys: Iterable<string>, event: number) {
    for (const key of keys) {
      const now = isCompared ? differenceOf(rows.get(key), others.get(key)) : ''
      if (isCompared && now === (said.get(key) ?? '')) continue
      said.set(key, now)
      noteEvent(evidence, key, event)
    }
  }

  function put([, changes]: Changed): readonly string[] {
    for (const [key, row] of changes)
      if (row === null) others.delete(key)
      else others.set(key, row)
    return changes.map(([key]) => key)
  }

  return {
    /** `lines`: events as lines of JSON. `changes`: the changes of the other side's rows. Both are in order. */
    feed(lines: string, changes: string) {
      const given = changes === '' ? [] : (JSON.parse(changes) as readonly Changed[])
      let next = 0
      const putBefore = (event: number) => {
        for (; next < given.length && given[next]![0] < event; next++) noteAll(put(given[next]!), given[next]![0])
      }
      for (const line of lines === '' ? [] : lines.split('\n')) {
        const event = JSON.parse(line)
        putBefore(event.event)
        const keys = new Set(changeRows(first, rows, event))
        for (const key of second ? changeRows(second, others, event) : []) keys.add(key)
        for (const key of given[next]?.[0] === event.event ? put(given[next++]!) : []) keys.add(key)
        noteAll(keys, event.event)
      }
      putBefore(Number.POSITIVE_INFINITY)
    },
    finish: (most: number) => resultOf({ rows, others, evidence, said }, isCompared, most),
  }
}

export const HARNESS = [fieldsOf, differenceOf, resultOf, noteEvent, changeRows, createFold].join('\n')
