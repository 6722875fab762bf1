import type { CopiedEvent } from '../pseudonyms/copied-event.ts'

/** A rule of one's own that is folded over events, in place of a question in SQL. */
export type Reduction = Readonly<{
  /** JavaScript that declares `keyOf(event)` and `reduce(row, event, key)`. */
  reducer: string
  /** What its rows are compared with: another rule, or a projection of the shop, by the name of its read model without the version. */
  against?: Readonly<{ reducer: string }> | Readonly<{ projection: string }> | undefined
  /** The types of events that rules are given; none: all. */
  types: readonly string[]
  /** The first event, by its number. */
  from: number
  /** The last, by its number or as of a moment; all that are copied if absent. */
  asOf?: number | string | undefined
}>

/** An event as a rule is given it: a row of the table `events`. */
export type ReducedEvent = Omit<CopiedEvent, 'recordedAt'> & Readonly<{ recordedAt: string | null }>

/** What is left when all events are folded. `rows` and `differences` are the first ones, in the order of their keys. */
export type Reduced =
  | Readonly<{ rows: readonly (readonly [key: string, row: unknown, events: readonly number[]])[]; all: number }>
  | Readonly<{ differences: readonly Difference[]; all: number; differing: number }>

/** A field in which a row of the one rule is not that of the other. */
export type Difference = readonly [
  key: string,
  field: string,
  first: unknown,
  second: unknown,
  events: readonly number[],
]
