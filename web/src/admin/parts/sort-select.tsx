import { SelectBox } from '../../ui/select-box.tsx'

type SelectProps = {
  sorts: readonly { value: string; label: string }[]
  sortBy: string
  onSort: (by: string) => void
  /** A class that hides the select while the table has column heads. */
  className: string
}

/** For lists with stacked rows, because stacked rows have no column heads. */
export const SortSelect = ({ sorts, sortBy, onSort, className }: SelectProps) => (
  <SelectBox
    aria-label="Sort"
    className={className}
    choices={sorts}
    value={sortBy}
    onChange={({ target }) => onSort(target.value)}
  />
)
