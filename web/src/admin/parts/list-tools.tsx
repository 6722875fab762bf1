import type { ReactNode } from 'react'
import { SelectBox } from '../../ui/select-box.tsx'
import { SearchField } from './search-field.tsx'
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

type SelectProps = {
  sorts: readonly { value: string; label: string }[]
  sortBy: string
  onSort: (by: string) => void
  /** A class that hides the select while the table has column heads. */
  className: string
}

/** For lists with stacked rows, because stacked rows have no column heads. */
const SortSelect = ({ sorts, sortBy, onSort, className }: SelectProps) => (
  <SelectBox
    aria-label="Sort"
    className={className}
    choices={sorts}
    value={sortBy}
    onChange={({ target }) => onSort(target.value)}
  />
)
