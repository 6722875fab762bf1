import type { ReactNode } from 'react'
import { numeral } from '../../lib/numeral.ts'
import { AdminButton } from './admin-button.tsx'
import { AdminFailure } from './admin-failure.tsx'
import { LoadingRows } from './loading-rows.tsx'
import type { AdminList, Paging } from './use-admin-list.ts'

type BodyProps = {
  list: Omit<AdminList, 'items'> & { items: readonly unknown[] }
  /** The specified text for a list that could not be fetched (spec §8). */
  failure: string
  empty: string
  /** The length of the list, if known before the last page is loaded. */
  count?: number | undefined
  children: ReactNode
}

export function ListBody({ list, failure, empty, count, children }: BodyProps) {
  if (list.isPending) return <LoadingRows />
  if (list.error) return <AdminFailure error={list.error} fallback={failure} onRetry={() => list.refetch()} />
  if (list.items.length === 0 && !list.paging.hasNext) return <EmptyList list={list}>{empty}</EmptyList>
  return (
    <>
      {children}
      <Pager paging={list.paging} total={list.paging.total ?? count} />
    </>
  )
}

function EmptyList({ list, children }: { list: Omit<AdminList, 'items'>; children: ReactNode }) {
  const { search, narrowing, clear } = list
  const isOnlySearched = search !== '' && narrowing.size === 1
  const choice = search === '' ? 'these filters' : 'this search and these filters'
  return (
    <div className="grid justify-items-start gap-3 border-t border-raw py-8">
      {narrowing.size > 0 ? (
        <>
          <p className="type-h3">Nothing matches {isOnlySearched ? `“${search}”` : choice}</p>
          <AdminButton variant="outline" onClick={clear}>
            {isOnlySearched ? 'Clear the search' : 'Clear search and filters'}
          </AdminButton>
        </>
      ) : (
        <p className="type-h3">{children}</p>
      )}
    </div>
  )
}

function Pager({ paging, total }: { paging: Paging; total: number | undefined }) {
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
