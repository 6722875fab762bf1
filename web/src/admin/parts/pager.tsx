import { numeral } from '../../lib/numeral.ts'
import { AdminButton } from './admin-button.tsx'
import type { Paging } from './use-admin-list.ts'

export function Pager({ paging, total }: { paging: Paging; total: number | undefined }) {
  const { first, last, hasPrevious, hasNext, isLoading, previous, next } = paging
  return (
    <div className="type-small flex flex-wrap items-center justify-between gap-3 pt-3.5 text-rinse">
      <p role="status" className="num">
        {last < first ? 'Nothing here' : `${first} to ${last}`}
        {total !== undefined && last >= first && ` of ${numeral(total)}`}
      </p>
      <div className="flex gap-2">
        <AdminButton variant="outline" disabled={!hasPrevious} onClick={previous}>
          Previous
        </AdminButton>
        <AdminButton variant="outline" disabled={!hasNext} busy={isLoading} busyLabel="Loading..." onClick={next}>
          Next
        </AdminButton>
      </div>
    </div>
  )
}
