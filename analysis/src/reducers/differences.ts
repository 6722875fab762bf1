/*
 * The source text of these functions runs in an isolate that has only the JavaScript language. So the functions can use no imports.
 */

/** A field's difference: the first number minus the second, or both values as text. */
type Differences = Readonly<Record<string, number | string>>
/** How an event changed a field's difference: a number to add, or the differences before and after the event. */
type Shift = number | readonly [before: unknown, after: unknown]
type Sides = readonly [first: unknown, second: unknown]
type Step = Readonly<{ event: number; stream: string; shifts: Readonly<Record<string, Shift>> }>
/** `kept`: a stream's steps that no later step undid. `stands[n]`: the summed shifts of the first n kept steps, as JSON. */
type Standing = { stands: string[]; kept: Step[]; now: Map<string, Shift> }

export function fieldsOf(row: unknown): Readonly<Record<string, unknown>> {
  if (row === undefined) return {}
  return (typeof row === 'object' && row !== null ? row : { value: row }) as Record<string, unknown>
}

/** A missing field counts as 0 if the other row has a number in this field. */
export function differencesOf(first: unknown, second: unknown): Differences {
  const [one, other] = [fieldsOf(first), fieldsOf(second)]
  const found: Record<string, number | string> = {}
  const compare = (name: string) => {
    const [a, b] = [one[name], other[name]]
    if (a === b) return
    const by = typeof a === 'number' ? a : a === undefined ? 0 : Number.NaN
    const less = typeof b === 'number' ? b : b === undefined ? 0 : Number.NaN
    const difference = by - less
    if (difference) {
      found[name] = difference
      return
    }
    const [left, right] = [JSON.stringify(a), JSON.stringify(b)]
    if (left !== right) found[name] = `${left} ${right}`
  }
  for (const name of Object.keys(one)) compare(name)
  for (const name of Object.keys(other)) if (!Object.hasOwn(one, name)) compare(name)
  if ((first === undefined) !== (second === undefined)) found['a row'] = 'is missing'
  return found
}

export function shiftsOf(before: Differences, after: Differences): Step['shifts'] | undefined {
  const shifts: Record<string, Shift> = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name] ?? 0, after[name] ?? 0]
    if (was !== is) shifts[name] = typeof was === 'number' && typeof is === 'number' ? is - was : [was, is]
  }
  return Object.keys(shifts).length === 0 ? undefined : shifts
}

export function shifted(was: Shift, by: Shift): Shift {
  if (was === 0) return by
  if (typeof was === 'number') return typeof by === 'number' ? was + by : [`${was} ${by[0]}`, by[1]]
  return [was[0], typeof by === 'number' ? `${was[1]} ${by}` : by[1]]
}

/**
 * Leaves out steps of a stream that cancel each other out. For example, one rule subtracts an order's money when the order is cancelled,
 * and the other rule subtracts the same money when it is refunded.
 */
export function lastingSteps(steps: readonly Step[], field?: string): readonly Step[] {
  const streams = new Map<string, Standing>()
  for (const step of steps) {
    const names = Object.keys(step.shifts).filter((name) => field === undefined || name === field)
    if (names.length === 0) continue
    const of: Standing = streams.get(step.stream) ?? { stands: ['[]'], kept: [], now: new Map() }
    streams.set(step.stream, of)
    for (const name of names) {
      const [was, shift] = [of.now.get(name) ?? 0, step.shifts[name]!]
      const is = shifted(was, shift)
      if (is === 0 || (typeof is !== 'number' && is[0] === is[1])) of.now.delete(name)
      else of.now.set(name, is)
    }
    const stand = JSON.stringify([...of.now].sort(([a], [b]) => (a < b ? -1 : 1)))
    const earlier = of.stands.indexOf(stand)
    if (earlier === -1) {
      of.stands.push(stand)
      of.kept.push(step)
    } else {
      of.stands.length = earlier + 1
      of.kept.length = earlier
    }
  }
  return [...streams.values()].flatMap(({ kept }) => kept).sort((a, b) => a.event - b.event)
}

/** For each row, records up to a thousand events that cause the row's difference. */
export function createComparison() {
  const MOST_EVENTS = 1_000
  const differences = new Map<string, Differences>()
  const steps = new Map<string, Step[]>()
  const full = new Set<string>()
  const latest = new Map<string, Sides>()

  function record(key: string, step: Step) {
    const before = steps.get(key)
    if (!before) return void steps.set(key, [step])
    before.push(step)
    if (before.length < 2 * MOST_EVENTS) return
    const lasting = [...lastingSteps(before)]
    steps.set(key, lasting)
    if (lasting.length > MOST_EVENTS) full.add(key)
  }

  return {
    note(key: string, rows: Sides, { event, stream }: Omit<Step, 'shifts'>) {
      latest.set(key, rows)
      if (full.has(key)) return
      const now = differencesOf(...rows)
      const shifts = shiftsOf(differences.get(key) ?? {}, now)
      if (!shifts) return
      differences.set(key, now)
      record(key, { event, stream, shifts })
    },
    differing: () =>
      [...latest]
        .flatMap(([key, rows]) => (Object.keys(differencesOf(...rows)).length === 0 ? [] : [key]))
        .sort((a, b) => (a < b ? -1 : 1)),
    eventsOf: (key: string, field?: string): readonly number[] =>
      lastingSteps(steps.get(key) ?? [], field)
        .slice(0, MOST_EVENTS)
        .map(({ event }) => event),
  }
}
