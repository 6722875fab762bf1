import { ArrowDown, ArrowUp, ChevronsUpDown } from '../../ui/icons/admin-icons.tsx'

type HeadProps = {
  label: string
  /** The list's sort. `up`, `down`: the ascending and the descending sort of this column, if it has them. */
  sortBy: string
  up?: string
  down?: string
  onSort: (by: string) => void
  end?: boolean
}

export function SortHead({ label, sortBy, up, down, onSort, end = false }: HeadProps) {
  const way =
    up !== undefined && sortBy === up ? 'ascending' : down !== undefined && sortBy === down ? 'descending' : undefined
  const ways = [up, down, ''].filter((by) => by !== undefined)
  const next = ways[(ways.indexOf(way ? sortBy : '') + 1) % ways.length] ?? ''
  return (
    <th scope="col" aria-sort={way} data-end={end || undefined} className="py-0!">
      <span data-plain>{label}</span>
      <button
        type="button"
        onClick={() => onSort(next)}
        className={`inline-flex min-h-9 items-center gap-1.5 hover:text-raw hover:underline ${way ? 'font-semibold text-raw' : ''}`}
      >
        {label}
        {!way && <ChevronsUpDown className="size-3.5! text-worn" />}
        {way === 'ascending' && <ArrowUp className="size-4!" />}
        {way === 'descending' && <ArrowDown className="size-4!" />}
      </button>
    </th>
  )
}
