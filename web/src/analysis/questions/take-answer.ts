import type { AnswerExport } from '@shop/language/analysis/exports'
import type { Run, RunFailure } from '@shop/language/analysis/runs'
import { createTaking } from '../exports/take-export.ts'
import type { FetchContext } from '../exports/use-saving.ts'
import { type AskedSql, startRun } from './start-run.ts'

export type AnswerFormat = AnswerExport['format']
/** The progress of an export: first the run that writes the files, then the downloaded bytes. */
export type AnswerTaken = Readonly<{ run: Run; bytes: number }>

export class RunFailed extends Error {
  readonly failure: RunFailure
  constructor(failure: RunFailure) {
    super(failure.message)
    this.name = 'RunFailed'
    this.failure = failure
  }
}

/**
 * Runs the question again as of the same event and moment, and downloads all rows. After a failed download, the next call fetches the files
 * of the same run. Throws `RunFailed`, the errors of the calls, and an error if the archive is incomplete.
 */
export const createAnswerTaking = (asked: AskedSql & { asOf: number; format: AnswerFormat }) =>
  createTaking(
    ({ signal, report }: FetchContext<AnswerTaken>) => runOf(asked, signal, (run) => report({ run, bytes: 0 })),
    ({ run }, { bytes }) => ({ run, bytes }),
  )

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
  return { run, path: 'answer-exports' as const, body, name: `selvedge-answer-${asOf.event}-${format}.tar` }
}
