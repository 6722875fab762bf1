import type { ReactNode } from 'react'
import { SearchField } from './search-field.tsx'
import { SortSelect } from './sort-select.tsx'
import type { AdminList } from './use-admin-list.ts'

type ToolProps = {
  list: Pick<AdminList, 'search' | 'find' | 'sortBy' | 'sort'>
  label: string
  sorts: readonly { value: string; label: string }[]
  /** From this width on, the table has column heads for sorting. */
  headsFrom: 'md' | 'lg'
  children?: ReactNode
}

export const ListTools = ({ list, label, sorts, headsFrom, children }: ToolProps) => (
  <div className="mb-2 flex flex-wrap gap-2">
    <SearchField label={label} value={list.search} onFind={list.find} />
    {children}
    <SortSelect
      className={headsFrom === 'md' ? 'max-md:grow md:hidden' : 'max-md:grow lg:hidden'}
      sorts={sorts}
      sortBy={list.sortBy}
      onSort={list.sort}
    />
  </div>
)
