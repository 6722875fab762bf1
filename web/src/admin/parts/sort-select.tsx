import { SelectBox } from './select-box.tsx'

type Sorts = readonly { value: string; label: string }[]

/** The sorts of a list under 768, where it has no column heads to press. */
export const SortSelect = ({
  sorts,
  sortBy,
  onSort,
}: {
  sorts: Sorts
  sortBy: string
  onSort: (by: string) => void
}) => (
  <SelectBox
    aria-label="Sort"
    className="md:hidden"
    choices={sorts}
    value={sortBy}
    onChange={({ target }) => onSort(target.value)}
  />
)
