import type { ReactNode } from 'react'
import { AdminButton } from './admin-button.tsx'
import type { AdminList } from './use-admin-list.ts'

export function EmptyList({ list, children }: { list: Omit<AdminList, 'items'>; children: ReactNode }) {
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
