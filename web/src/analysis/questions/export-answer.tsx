import type { RunAnswer } from '@shop/language/analysis/runs'
import { ANSWER_FILES_MINUTES } from '@shop/language/limits'
import { useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { numeral } from '../../lib/numeral.ts'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-box.tsx'
import { EXPORT_IS_EVENT, ExportStatus } from '../exports/export-tools.tsx'
import { sizeOf } from '../exports/size-of.ts'
import { isGone } from '../exports/take-export.ts'
import { useSaving } from '../exports/use-saving.ts'
import { RunFailure } from './run-failure.tsx'
import type { AskedSql } from './start-run.ts'
import { type AnswerFormat, type AnswerTaken, createAnswerTaking, RunFailed } from './take-answer.ts'

const FORMATS: readonly { value: AnswerFormat; label: string }[] = [
  { value: 'parquet', label: 'Parquet' },
  { value: 'ndjson', label: 'Lines of JSON' },
]

/** The same button starts and cancels the export, so that a pressed button keeps the focus. */
export function ExportAnswer({ asked, answer }: { asked: AskedSql; answer: RunAnswer }) {
  const { event, moment } = answer.asOf
  const exporting = useSaving<AnswerFormat, AnswerTaken>((chosen) =>
    createAnswerTaking({ ...asked, asOf: event, moment, format: chosen }),
  )
  const { isRunning, progress, error, cancel } = exporting
  const [format, setFormat] = useState<AnswerFormat>('parquet')
  const take = () => void exporting.take(format)
  const rows = progress?.run.answer?.files?.rows
  return (
    <section aria-label="Export of the answer" className="mb-6">
      <div className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-3">
        <SelectField
          label="Format of the export"
          choices={FORMATS}
          value={format}
          disabled={isRunning}
          onChange={({ target }) => setFormat(target.value as AnswerFormat)}
        />
        <AdminButton variant="outline" onClick={isRunning ? cancel : take}>
          {isRunning ? 'Cancel the export' : 'Export the answer'}
        </AdminButton>
      </div>
      <div className="type-small flex flex-wrap items-center gap-x-4 gap-y-2 text-rinse">
        <ExportStatus
          {...exporting}
          running={rows === undefined ? 'Running again, for all rows' : `Fetching ${rowsIn(rows)}`}
          size={`${rowsIn(rows ?? 0)}, ${sizeOf(progress?.bytes ?? 0)}`}
        />
        {isRunning && <ExportProgress taken={progress} />}
      </div>
      <p className="type-small mt-2 text-stone">{EXPORT_IS_EVENT}</p>
      <ExportFailure error={error} onAgain={take} />
    </section>
  )
}

function ExportProgress({ taken }: { taken: AnswerTaken | undefined }) {
  const { share } = taken?.run.progress ?? {}
  const files = taken?.run.answer?.files
  // The archive is slightly larger than its files, so the progress stops at their size.
  const bytes = Math.min(taken?.bytes ?? 0, files?.bytes ?? 0)
  return (
    <>
      {files ? (
        <progress aria-label="Progress of the export" max={Math.max(files.bytes, 1)} value={bytes} />
      ) : (
        <progress aria-label="Progress of the export" max={1} {...(share !== undefined && { value: share })} />
      )}
      <p className="num">
        {files && `${sizeOf(bytes)} of ${sizeOf(files.bytes)}`}
        {!files && share !== undefined && `${Math.floor(share * 100)} %`}
      </p>
    </>
  )
}

function ExportFailure({ error, onAgain }: { error: Error | null; onAgain: () => void }) {
  if (error instanceof RunFailed) return <RunFailure failure={error.failure} />
  if (!isGone(error))
    return <AdminFailure error={error} fallback="The answer could not be exported" onRetry={onAgain} />
  return (
    <Note
      tone="bad"
      action={
        <AdminButton variant="outline" onClick={onAgain}>
          Run the question again
        </AdminButton>
      }
    >
      The rows are gone: the shop keeps them for at most {ANSWER_FILES_MINUTES} minutes, and not after a restart. Run
      the question again.
    </Note>
  )
}

const rowsIn = (rows: number) => (rows === 1 ? 'one row' : `${numeral(rows)} rows`)
