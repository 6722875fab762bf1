import type { ReactNode } from 'react'
import { ArrowDown, ArrowUp, ChevronsUpDown } from '../../ui/icons/admin-icons.tsx'
import type { AdminList } from './use-admin-list.ts'

/** `up`, `down`: the ascending and the descending sort of this column, if it has them. */
type Column = {
  title: ReactNode
  isTitleHidden?: boolean
  end?: boolean
  className?: string
  up?: string
  down?: string
}

export type ListSort = Pick<AdminList, 'sortBy' | 'sort'>

type TableProps = {
  columns: readonly (string | Column)[]
  narrow?: 'lines' | 'pictures' | 'pairs'
  label?: string
  /** The id of the table's title. */
  labelledBy?: string
  className?: string
  sort?: ListSort
  /** The rows. */
  children: ReactNode
}

export const AdminTable = ({ columns, narrow, label, labelledBy, className, sort, children }: TableProps) => (
  <table
    className={className ? `admin-table ${className}` : 'admin-table'}
    data-narrow={narrow}
    aria-label={label}
    aria-labelledby={labelledBy}
  >
    <thead>
      <tr>
        {columns
          .map((column): Column => (typeof column === 'string' ? { title: column } : column))
          .map((column, at) =>
            sort && (column.up ?? column.down) ? (
              <SortHead key={at} {...column} {...sort} />
            ) : (
              <th key={at} scope="col" data-end={column.end || undefined} className={column.className}>
                {column.isTitleHidden ? <span className="sr-only">{column.title}</span> : column.title}
              </th>
            ),
          )}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

function SortHead({ title, up, down, end, sortBy, sort }: Column & ListSort) {
  const way =
    up !== undefined && sortBy === up ? 'ascending' : down !== undefined && sortBy === down ? 'descending' : undefined
  const ways = [up, down, ''].filter((by) => by !== undefined)
  const next = ways[(ways.indexOf(way ? sortBy : '') + 1) % ways.length] ?? ''
  return (
    <th scope="col" aria-sort={way} data-end={end} className="py-0!">
      <span data-plain>{title}</span>
      <button
        type="button"
        onClick={() => sort(next)}
        className={`inline-flex min-h-9 items-center gap-1.5 hover:text-raw hover:underline ${way ? 'font-semibold text-raw' : ''}`}
      >
        {title}
        {!way && <ChevronsUpDown className="size-3.5! text-worn" />}
        {way === 'ascending' && <ArrowUp className="size-4!" />}
        {way === 'descending' && <ArrowDown className="size-4!" />}
      </button>
    </th>
  )
}
