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
}>

/** What the calls of a run answer, and `npm run ask` prints. */
export type Answer = RunAnswer
/** What the engine finds; the process that asked for it adds what it took. */
export type Found = Omit<Answer, 'elapsedMs' | 'memoryBytes'>
export type Column = RunColumn
export type ColumnKind = Column['kind']
export type Row = Answer['rows'][number]
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
