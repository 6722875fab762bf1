import type { RunAnswer, RunColumn, RunFailure } from '@shop/language/analysis/runs'

/** The value of a named parameter. */
export type ParameterValue = string | number | boolean | null

/** A question about the copy. */
export type Question = Readonly<{
  /** A single SELECT statement. */
  sql: string
  /** The values of the parameters, such as `$since`, by their names without `$`. */
  parameters: Readonly<Record<string, ParameterValue>>
  /**
   * The number of the last event that the question can see, or a moment (ISO). As of a moment, the question can see all events before the
   * first event that was recorded after the moment. Without `asOf` it can see the whole copy.
   */
  asOf?: number | string | undefined
  /**
   * The moment that `now()` returns. By default it is the moment of `asOf`. To repeat an answer, set `asOf` to the number of the answer's
   * event, and `moment` to the answer's moment.
   */
  moment?: string | undefined
  /** If present, all rows are written to files of this format, for an export. The answer itself then has no rows. */
  format?: 'parquet' | 'ndjson' | undefined
}>

/** The answer that the API returns for an ended run, and that `npm run ask` prints. */
export type Answer = RunAnswer
/** The part of an answer that the engine's process makes. The parent process adds the time and the memory. */
export type Found = Omit<Answer, 'elapsedMs' | 'memoryBytes' | 'files'>
export type Column = RunColumn
export type ColumnKind = Column['kind']
export type Row = Answer['rows'][number]
/**
 * Where to write an answer's rows. `place`: an empty folder. The files in it may have at most `mostBytes` bytes. `leastFree`: the number of
 * bytes that must stay free on the disk.
 */
export type FilesTask = Readonly<{ format: 'parquet' | 'ndjson'; place: string; mostBytes: number; leastFree: number }>
/** A file with rows of an answer. `name` is its name in an archive. */
export type MadeResultFile = Readonly<{ name: string; rows: number; bytes: number }>
/** The files with an answer's rows, and the columns of these files. */
export type MadeFiles = Readonly<{
  columns: readonly Readonly<{ name: string; type: string }>[]
  rows: number
  files: readonly MadeResultFile[]
}>

/** A value in a row. Numbers that do not fit into a double are texts. Moments are ISO texts in UTC. */
export type Cell = Row[number]

/** The reason why a question was not answered, as a text for the analyst. */
export type Failure = RunFailure

/** The error of a question that is refused or fails. */
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
