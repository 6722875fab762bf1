import type { CopiedEvent } from '../pseudonyms/copied-event.ts'

/** A fold of events by an analyst's own rule in JavaScript. It is the alternative to a question in SQL. */
export type Reduction = Readonly<{
  /** JavaScript that declares `keyOf(event)` and `reduce(row, event, key)`. */
  reducer: string
  /**
   * The other side of a comparison: another rule, or a projection of the shop. A projection is named by its read model's name without the
   * version.
   */
  against?: Readonly<{ reducer: string }> | Readonly<{ projection: string }> | undefined
  /** The event types that the rules get; an empty list means all. */
  types: readonly string[]
  /** The number of the first event. */
  from: number
  /** The number of the last event, or a moment. If absent, the copy's last event is the last. */
  asOf?: number | string | undefined
}>

/** An event as a rule gets it: a row of the table `events`. */
export type ReducedEvent = Omit<CopiedEvent, 'recordedAt'> & Readonly<{ recordedAt: string | null }>

/** The result of a fold. `rows` and `differences` have only the first entries, sorted by key. `all` is the number of all rows. */
export type Reduced =
  | Readonly<{ rows: readonly (readonly [key: string, row: unknown, events: readonly number[]])[]; all: number }>
  | Readonly<{ differences: readonly Difference[]; all: number; differing: number }>

/** A field in which the rows of the two sides differ. */
export type Difference = readonly [
  key: string,
  field: string,
  first: unknown,
  second: unknown,
  events: readonly number[],
]
