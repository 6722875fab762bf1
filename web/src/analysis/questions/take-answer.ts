import type { AnswerExport } from '@shop/language/api/exports'
import type { Run, RunFailure } from '@shop/language/api/runs'
import { ApiError, api } from '../../lib/api.ts'
import { fetchArchive } from '../exports/take-export.ts'
import type { Told } from '../exports/use-saving.ts'
import { type AskedSql, startRun } from './start-run.ts'

export type AnswerFormat = AnswerExport['format']
/** How far it is: the run puts the rows into files, which are fetched once it is answered. */
export type AnswerTaken = Readonly<{ run: Run; bytes: number }>

/** There are no rows to be taken, in the words of the run. */
export class RunFailed extends Error {
  readonly failure: RunFailure
  constructor(failure: RunFailure) {
    super(failure.message)
    this.name = 'RunFailed'
    this.failure = failure
  }
}

/** Whether the run's rows are not there any more: they are kept for some minutes, and until the room is started again. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')

/**
 * Takes all rows of a question's answer, as of one event and moment: asks it again with its rows in files, has it recorded that they are
 * taken, and fetches them. What fails can be tried again and goes on with the rows that are there. Throws `RunFailed`, what the calls
 * throw, and where the archive is not whole.
 */
export function createAnswerTaking(asked: AskedSql & { asOf: number; format: AnswerFormat }) {
  const { asOf, format } = asked
  /** What is not fetched yet. `key`: the same for every try, which is recorded once. */
  let made: Readonly<{ run: Run; body: object; key: string }> | undefined

  return async ({ signal, tell }: Told<AnswerTaken>) => {
    made ??= await runOf(asked, signal, (run) => tell({ run, bytes: 0 }))
    const { run, body, key } = made
    tell({ run, bytes: 0 })
    try {
      const { id } = await api.post<AnswerExport>('/api/analysis/answer-exports', { body, idempotencyKey: key, signal })
      const archive = await fetchArchive(id, { signal, onTaken: ({ bytes }) => tell({ run, bytes }) })
      made = undefined
      return { name: `selvedge-answer-${asOf}-${format}.tar`, archive }
    } catch (error) {
      if (isGone(error)) made = undefined
      throw error
    }
  }
}

/** Asks, with the rows in files, and says what is to be recorded of them. */
async function runOf(asked: AskedSql, signal: AbortSignal, onChange: (run: Run) => void) {
  const running = startRun(asked, onChange)
  signal.addEventListener('abort', running.cancel, { once: true })
  const run = await running.ended
  signal.throwIfAborted()
  if (run.failure) throw new RunFailed(run.failure)
  const { asOf, questionDigest, resultDigest, files } = run.answer ?? {}
  if (!asOf || !files) throw new Error('A run with a format has its rows in files')
  const { format, rows } = files
  const body = { run: run.id, format, asOf: asOf.event, questionDigest, resultDigest, rows }
  return { run, body, key: crypto.randomUUID() }
}
