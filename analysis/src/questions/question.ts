import type { RunAnswer, RunColumn, RunFailure } from '@shop/language/api/runs'

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
  /** Puts all rows into files of this format, for an export, and none into the answer. */
  format?: 'parquet' | 'ndjson' | undefined
}>

/** What the calls of a run answer, and `npm run ask` prints. */
export type Answer = RunAnswer
/** What the engine finds; the process that asked for it adds what it took. */
export type Found = Omit<Answer, 'elapsedMs' | 'memoryBytes' | 'files'>
export type Column = RunColumn
export type ColumnKind = Column['kind']
export type Row = Answer['rows'][number]
/**
 * Where an answer's rows are to be put. `place`: an empty folder, which may hold `mostBytes` at any moment. `leastFree`: bytes that
 * stay free on its disk.
 */
export type FilesTask = Readonly<{ format: 'parquet' | 'ndjson'; place: string; mostBytes: number; leastFree: number }>
/** A file of an answer's rows, by its name in an archive. */
export type MadeResultFile = Readonly<{ name: string; rows: number; bytes: number }>
/** The files of an answer. `columns` as they are in them. */
export type MadeFiles = Readonly<{
  columns: readonly Readonly<{ name: string; type: string }>[]
  rows: number
  files: readonly MadeResultFile[]
}>

/** A value of a row: integers and decimals that a double does not hold are texts, moments are ISO in UTC. */
export type Cell = Row[number]

/** A question that cannot be answered, in words for whoever asked. */
export type Failure = RunFailure

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
