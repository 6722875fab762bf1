import type { CopiedEvent } from '../pseudonyms/copied-event.ts'

export type Reduction = Readonly<{
  /** JavaScript that declares `keyOf(event)` and `reduce(row, event, key)`. */
  reducer: string
  /** What the rule is compared with. `projection`: the name of its read model without the version. */
  against?: Readonly<{ reducer: string }> | Readonly<{ projection: string }> | undefined
  /** An empty list means all types. */
  types: readonly string[]
  /** The number of the first event. */
  from: number
  /** The last event, or a moment. By default the copy's last event. */
  asOf?: number | string | undefined
}>

export type ReducedEvent = Omit<CopiedEvent, 'recordedAt'> & Readonly<{ recordedAt: string | null }>

/** `rows` and `differences` have only the first entries, by key. `all`: the number of all rows. `sides`: each side's digest of all rows. */
export type Reduced =
  | Readonly<{ rows: readonly (readonly [key: string, row: unknown, events: readonly number[]])[]; all: number }>
  | Readonly<{
      differences: readonly Difference[]
      all: number
      differing: number
      sides: readonly [first: string, second: string]
    }>

type Difference = readonly [key: string, field: string, first: unknown, second: unknown, events: readonly number[]]
