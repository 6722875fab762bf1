import type { RunAnswer, RunColumn, RunFailure } from '@shop/language/analysis/runs'

export type ParameterValue = string | number | boolean | null

export type Question = Readonly<{
  /** A single SELECT statement. */
  sql: string
  /** The values of the parameters by their names without `$`. */
  parameters: Readonly<Record<string, ParameterValue>>
  /** The last event that the question can see, or a moment (ISO). By default, the whole copy. */
  asOf?: number | string | undefined
  /**
   * What `now()` returns; by default the moment of `asOf`, or of the copy's newest event. To repeat an answer, set `asOf` to the answer's
   * `asOf.event`, and `moment` to its `asOf.moment`.
   */
  moment?: string | undefined
  /** If present, all rows are written to files, and the answer has no rows. */
  format?: 'parquet' | 'ndjson' | undefined
}>

export type Answer = RunAnswer
export type Found = Omit<Answer, 'elapsedMs' | 'memoryBytes' | 'files'>
export type Column = RunColumn
export type ColumnKind = Column['kind']
export type Row = Answer['rows'][number]
/**
 * `place`: an empty folder for the files, which may have `mostBytes` bytes together. `leastFree`: bytes that must stay free on the disk.
 */
export type FilesTask = Readonly<{ format: 'parquet' | 'ndjson'; place: string; mostBytes: number; leastFree: number }>
export type MadeResultFile = Readonly<{ name: string; rows: number; bytes: number }>
export type MadeFiles = Readonly<{
  columns: readonly Readonly<{ name: string; type: string }>[]
  rows: number
  files: readonly MadeResultFile[]
}>

/** Numbers that do not fit into a double are texts. Moments are ISO texts in UTC. */
export type Cell = Row[number]

export type Failure = RunFailure

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
