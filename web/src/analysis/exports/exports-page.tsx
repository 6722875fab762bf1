import { MOST_IN_EXPORT_FILE } from '@shop/language/limits'
import { useState } from 'react'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { PageHead } from '../../admin/parts/page-head.tsx'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { numeral } from '../../lib/numeral.ts'
import { SelectField } from '../../ui/select-box.tsx'
import { useCopyStatus } from '../analysis-status.ts'
import { EventField, FromEventField } from '../event-field.tsx'
import { EXPORT_IS_EVENT, ExportTools } from './export-tools.tsx'
import { TypeChoice } from './type-choice.tsx'
import { useExport } from './use-export.ts'
import { type Typed, wantedOf } from './wanted-events.ts'

const FORMATS = [
  { value: 'parquet', label: 'Parquet, a table for each type' },
  { value: 'ndjson', label: 'Lines of JSON' },
]

export function ExportsPage() {
  const { status, isAway } = useCopyStatus()
  const exporting = useExport()
  const [typed, setTyped] = useState<Typed>({ format: 'parquet', from: '', to: '', types: [] })
  const [wrong, setWrong] = useState<Readonly<{ from?: string; to?: string }>>({})
  const newest = status?.event ?? 0
  const type = (more: Partial<Typed>) => setTyped((before) => ({ ...before, ...more }))
  const take = () => {
    const read = wantedOf(typed, newest)
    setWrong('wrong' in read ? read.wrong : {})
    if ('wanted' in read && !exporting.isRunning) void exporting.take(read.wanted)
  }
  return (
    <>
      <PageHead
        title="Exports"
        lead="Events as analysts see them: with pseudonyms, and nothing personal. Each export is recorded."
      />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          take()
        }}
      >
        <div className="mb-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField
            label="Format"
            choices={FORMATS}
            value={typed.format}
            onChange={({ target }) => type({ format: target.value as Typed['format'] })}
          />
          <FromEventField value={typed.from} error={wrong.from} onType={(from) => type({ from })} />
          <EventField
            label="To event"
            name="to"
            placeholder={newest > 0 ? String(newest) : ''}
            hint="If empty, up to the newest event of the copy"
            value={typed.to}
            error={wrong.to}
            onType={(to) => type({ to })}
          />
        </div>
        <TypeChoice chosen={typed.types} onChoose={(types) => type({ types })} />
        <ExportTools exporting={exporting} canTake={newest > 0 && !isAway} />
      </form>
      <AdminFailure error={exporting.error} fallback="The events could not be exported" onRetry={take} />
      <AboutExports />
    </>
  )
}

const AboutExports = () => (
  <>
    <p className="type-small max-w-[68ch] text-rinse">
      An export is a tar archive of files with at most {numeral(MOST_IN_EXPORT_FILE)} events each. In the archive,{' '}
      <code>manifest.json</code> lists the columns, the number of rows and the digest of each file.{' '}
      <code>npm run shop -- verify-export</code> checks whether the archive is complete. DuckDB reads the unpacked
      files: <code className="wrap-anywhere">SELECT * FROM 'events/*.parquet'</code>
    </p>
    <p className="type-small mt-3 text-rinse">{EXPORT_IS_EVENT}</p>
    <p className="type-small mt-3 text-rinse">
      To export the answer to a question, choose it in <RowLink to="/analysis/questions">Questions</RowLink>.
    </p>
  </>
)
