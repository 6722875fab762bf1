import { numeral } from '../../lib/numeral.ts'
import { DoneNote } from '../../ui/done-note.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import type { useOrdersCsv } from './orders-csv.ts'

type Export = ReturnType<typeof useOrdersCsv>

export const ExportOrders = ({ file, query }: { file: Export; query: URLSearchParams }) => (
  <AdminButton variant="outline" busy={file.isPending} busyLabel="Exporting…" onClick={() => file.mutate(query)}>
    Export CSV
  </AdminButton>
)

export const Exported = ({ file: { data, error, isPending } }: { file: Export }) => (
  <>
    <AdminFailure error={error} fallback="Failed to fetch orders" />
    {data && !isPending && (
      <DoneNote>
        {`${data.isAll ? '' : 'The first '}${data.count === 1 ? '1 order is' : `${numeral(data.count)} orders are`} in the file.`}
      </DoneNote>
    )}
  </>
)
