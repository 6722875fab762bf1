import type { RunAnswer } from '@shop/language/analysis/runs'
import { useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { download } from '../../lib/download.ts'
import { csvOf, pastedOf } from './answer-csv.ts'

/** Saves the shown rows as a file for spreadsheets, or copies them to the clipboard. */
export function TakeRows({ answer, name }: { answer: RunAnswer; name: string }) {
  const [said, setSaid] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(pastedOf(answer)).then(
      () => setSaid('Copied'),
      () => setSaid('Your browser does not let this page copy. Use the CSV file instead'),
    )
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <AdminButton variant="outline" onClick={() => download(`${name}.csv`, 'text/csv', csvOf(answer))}>
        CSV
      </AdminButton>
      <AdminButton variant="outline" onClick={() => void copy()}>
        Copy
      </AdminButton>
      <p role="status" className="type-small text-rinse">
        {said}
      </p>
    </div>
  )
}
