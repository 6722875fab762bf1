import type { ReactNode } from 'react'
import { AdminButton } from './admin-button.tsx'

/** An empty list says so, and what to do: a search that finds nothing can be dropped. */
export function EmptyList({ search, onClear, children }: { search: string; onClear: () => void; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 border-t border-raw py-8">
      {search ? (
        <>
          <p className="type-h3">Nothing matches “{search}”</p>
          <AdminButton variant="outline" onClick={onClear}>
            Clear the search
          </AdminButton>
        </>
      ) : (
        <p className="type-h3">{children}</p>
      )}
    </div>
  )
}
