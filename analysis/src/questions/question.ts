import type { RunAnswer, RunColumn, RunFailure } from '@shop/language/api/runs'

/** The value of a named parameter. */
export type ParameterValue = string | number | boolean | null

/** A question about the copy. */
export type Question = Readonly<{
  /** One SELECT. */
  sql: string
  /** The values of its `$names`. */
  parameters: Readonly<Record<string, ParameterValue>>
  /**
   * The last event that the question sees, by its number or by a moment (ISO). As of a moment, the question sees the events before the
   * first event that was recorded later. If absent, it sees the whole copy.
   */
  asOf?: number | string | undefined
  /**
   * The moment that `now()` returns; by default the moment of `asOf`. With it, an answer "as of a moment" can be repeated by event number.
   */
  moment?: string | undefined
  /** Writes all rows to files of this format, for an export. The answer itself then has no rows. */
  format?: 'parquet' | 'ndjson' | undefined
}>

/** What the calls of a run return, and `npm run ask` prints. */
export type Answer = RunAnswer
/** The engine's part of the answer. The parent process adds the time and the memory. */
export type Found = Omit<Answer, 'elapsedMs' | 'memoryBytes' | 'files'>
export type Column = RunColumn
export type ColumnKind = Column['kind']
export type Row = Answer['rows'][number]
/**
 * Where to write an answer's rows. `place`: an empty folder that may hold at most `mostBytes`. `leastFree`: bytes that must stay free on
 * its disk.
 */
export type FilesTask = Readonly<{ format: 'parquet' | 'ndjson'; place: string; mostBytes: number; leastFree: number }>
/** A file of an answer's rows. `name` is its name in an archive. */
export type MadeResultFile = Readonly<{ name: string; rows: number; bytes: number }>
/** The files of an answer, with the columns that the files have. */
export type MadeFiles = Readonly<{
  columns: readonly Readonly<{ name: string; type: string }>[]
  rows: number
  files: readonly MadeResultFile[]
}>

/** A value of a row. Numbers that a double cannot hold are texts; moments are ISO in UTC. */
export type Cell = Row[number]

/** Why a question was not answered, in words for the analyst. */
export type Failure = RunFailure

/** Thrown where a question is refused or fails. */
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
