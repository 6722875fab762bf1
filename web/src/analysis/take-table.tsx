import { useState } from 'react'
import { AdminButton } from '../admin/parts/admin-button.tsx'
import { type Cells, csvOf, pastedOf } from '../admin/parts/csv.ts'
import { download } from '../lib/download.ts'
import { numeral } from '../lib/numeral.ts'

type TakeProps = {
  /** The name of the saved file, without the extension. */
  name: string
  /** The column names and the rows. Undefined if there is nothing to save. */
  cells?: (() => Cells | Promise<Cells>) | undefined
  /** `cells` returns at most this many rows. */
  most?: number
  /** The table's name for screen readers. Required if the page has several tables. */
  about?: string
  /** A link that shows the same table again. */
  link?: string | undefined
}

export function TakeTable({ name, cells, most, about, link }: TakeProps) {
  const [said, setSaid] = useState('')
  async function take(wanted: () => Cells | Promise<Cells>, act: (cells: Cells) => unknown, done: string) {
    setSaid('Fetching')
    try {
      const table = await wanted()
      await act(table)
      const rows = table.length - 1
      setSaid(rows === most ? `${done}: the first ${numeral(rows)} rows` : done)
    } catch {
      setSaid(done === SAVED ? 'The rows could not be fetched' : 'The rows could not be copied')
    }
  }
  const copyLink = (link: string) =>
    navigator.clipboard.writeText(window.location.origin + link).then(
      () => setSaid(COPIED),
      () => setSaid('Your browser does not let this page copy'),
    )
  const of = about !== undefined && <span className="sr-only"> {about}</span>
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      {cells && (
        <>
          <AdminButton
            variant="outline"
            onClick={() => void take(cells, (table) => download(`${name}.csv`, 'text/csv', csvOf(table)), SAVED)}
          >
            CSV{of}
          </AdminButton>
          <AdminButton
            variant="outline"
            onClick={() => void take(cells, (table) => navigator.clipboard.writeText(pastedOf(table)), COPIED)}
          >
            Copy{of}
          </AdminButton>
        </>
      )}
      {link !== undefined && (
        <AdminButton variant="outline" onClick={() => void copyLink(link)}>
          Copy link
        </AdminButton>
      )}
      <p role="status" className="type-small text-rinse">
        {said}
      </p>
    </div>
  )
}

const SAVED = 'Saved'
const COPIED = 'Copied'
