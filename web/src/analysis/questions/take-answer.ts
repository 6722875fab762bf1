import type { AnswerExport } from '@shop/language/analysis/exports'
import type { Run, RunFailure } from '@shop/language/analysis/runs'
import { ApiError, api } from '../../lib/api.ts'
import { fetchArchive } from '../exports/take-export.ts'
import type { FetchContext } from '../exports/use-saving.ts'
import { type AskedSql, startRun } from './start-run.ts'

export type AnswerFormat = AnswerExport['format']
/** The progress: first the run writes the rows to files, then the files are downloaded. */
export type AnswerTaken = Readonly<{ run: Run; bytes: number }>

/** The run failed, so there are no rows. The error has the message of the run. */
export class RunFailed extends Error {
  readonly failure: RunFailure
  constructor(failure: RunFailure) {
    super(failure.message)
    this.name = 'RunFailed'
    this.failure = failure
  }
}

/** Whether the run's rows no longer exist. The shop keeps rows for some minutes, and at most until the analysis restarts. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')

/**
 * Returns a function that exports all rows of an answer, as of one event and moment. The function runs the question again, and the run
 * writes its rows to files. Then the function records the export and downloads the files. If it is called again after a failure, it
 * continues with the existing rows. It throws `RunFailed`, the errors of the calls, and an error if the archive is incomplete.
 */
export function createAnswerTaking(asked: AskedSql & { asOf: number; format: AnswerFormat }) {
  const { asOf, format } = asked
  /** The rows that are not downloaded yet. `key` is the same for every attempt, so that the shop records the export only once. */
  let made: Readonly<{ run: Run; body: object; key: string }> | undefined

  return async ({ signal, report }: FetchContext<AnswerTaken>) => {
    made ??= await runOf(asked, signal, (run) => report({ run, bytes: 0 }))
    const { run, body, key } = made
    report({ run, bytes: 0 })
    try {
      const { id } = await api.post<AnswerExport>('/api/analysis/answer-exports', { body, idempotencyKey: key, signal })
      const archive = await fetchArchive(id, { signal, onTaken: ({ bytes }) => report({ run, bytes }) })
      made = undefined
      return { name: `selvedge-answer-${asOf}-${format}.tar`, archive }
    } catch (error) {
      if (isGone(error)) made = undefined
      throw error
    }
  }
}

/** Runs the question, which writes its rows to files. Returns the body for the call that records the export. */
async function runOf(asked: AskedSql, signal: AbortSignal, onChange: (run: Run) => void) {
  const running = startRun(asked, onChange)
  signal.addEventListener('abort', running.cancel, { once: true })
  const run = await running.ended
  signal.throwIfAborted()
  if (run.failure) throw new RunFailed(run.failure)
  const { asOf, questionDigest, resultDigest, files } = run.answer ?? {}
  if (!asOf || !files) throw new Error('The run of the export has written no files')
  const { format, rows } = files
  const body = { run: run.id, format, asOf: asOf.event, questionDigest, resultDigest, rows }
  return { run, body, key: crypto.randomUUID() }
}
