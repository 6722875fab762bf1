/** A value that a named parameter of a question can have. */
export type ParameterValue = string | number | boolean | null

/** A question to the copy. */
export type Question = Readonly<{
  /** One SELECT. */
  sql: string
  /** Values of its `$names`. */
  parameters: Readonly<Record<string, ParameterValue>>
  /** The last event that it sees, by number, or a moment (ISO): all up to the last event before any later one. The copy's last event if absent. */
  asOf?: number | string | undefined
  /** What `now()` answers; the moment of `asOf` if absent. So an answer "as of a moment" is repeated by number. */
  moment?: string | undefined
}>

/** How a column is shown and plotted. `evidence`: lists of event numbers. */
export type ColumnKind = 'integer' | 'number' | 'text' | 'boolean' | 'moment' | 'day' | 'list' | 'record' | 'evidence'
export type Column = Readonly<{ name: string; type: string; kind: ColumnKind }>

/** A value of a row: integers and decimals that a double does not hold are texts, moments are ISO in UTC. */
export type Cell = null | boolean | number | string | readonly Cell[] | { readonly [field: string]: Cell }
export type Row = readonly Cell[]

/** What the engine finds; the process that asked for it adds what it took. */
export type Found = Readonly<{
  columns: readonly Column[]
  rows: readonly Row[]
  /** Whether there were more rows than an answer holds. */
  truncated: boolean
  /** Events 1 to `event`, as known at `moment`. */
  asOf: Readonly<{ event: number; moment: string }>
  /** Hex SHA-256: of the events 1…n as stored; of the text and its parameters; of the columns and rows; of the tables' definitions. */
  rangeDigest: string
  questionDigest: string
  resultDigest: string
  schemaDigest: string
  engine: string
  /** Why the same question over the same events may be answered otherwise; empty: it can be verified. */
  unverifiable: readonly string[]
}>
/** `memoryBytes`: the most that the engine's process had. */
export type Answer = Found & Readonly<{ elapsedMs: number; memoryBytes: number }>

/** A question that cannot be answered, in words for whoever asked. `position`: the character of the text, from 0. */
export type Failure = Readonly<{
  reason: 'refused' | 'error' | 'memory' | 'time' | 'cancelled' | 'unavailable'
  message: string
  position?: number | undefined
}>

/** Is thrown where a question is refused or fails. */
export class QuestionFailed extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'QuestionFailed'
    this.failure = failure
  }
}

export const refusal = (message: string, position?: number) =>
  new QuestionFailed({ reason: 'refused', message, ...(position !== undefined && { position }) })
