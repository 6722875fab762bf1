import type { ReactNode } from 'react'
import { AdminFailure } from './admin-failure.tsx'
import { EmptyList } from './empty-list.tsx'
import { LoadingRows } from './loading-rows.tsx'
import { Pager } from './pager.tsx'
import type { AdminList } from './use-admin-list.ts'

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
