import type { RunAnswer, RunColumn } from '@shop/language/analysis/runs'
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { lifeAddress, streamAddress } from '../../admin/parts/stream-address.ts'
import { WideTable } from '../../admin/parts/wide-table.tsx'
import type { FewCases } from '../reports/few-cases.ts'
import {
  type Cell,
  evidenceCount,
  evidenceIn,
  isNumeric,
  isProductId,
  nameOfRow,
  type RowEvidence,
  wordsOf,
} from './cells.ts'
import type { ColumnHeading } from './column-words.ts'
import { OfFew } from './few-mark.tsx'

type TableProps = Pick<RunAnswer, 'columns' | 'rows'> & {
  /** The numbers of the shown rows. */
  shown: readonly number[]
  /** Leaves out ids of products, and shows missing values as empty cells. */
  isReport: boolean
  heading: ColumnHeading
  total?: readonly Cell[] | undefined
  /** How many cases a rate or an average is from, if they are few. */
  few: FewCases
  onEvidence: (row: number, evidence: RowEvidence) => void
  below: (row: number) => ReactNode
}

export const AnswerTable = ({ columns, rows, shown, isReport, heading, total, few, onEvidence, below }: TableProps) => {
  const { table, isWide } = useWideTable()
  // A report shows the product's name. Its id is in the CSV and in SQL.
  const own = columns.flatMap((column, at) => (isReport && isProductId(column) ? [] : [{ column, at }]))
  const widths = columns.map((column, at) =>
    widthOf(
      column,
      shown.map((number) => rows[number]?.[at] ?? null),
    ),
  )
  return (
    <WideTable label="Rows">
      <table
        ref={table}
        className="admin-table answer-table"
        data-fills-page={isWide || undefined}
        aria-labelledby="answer"
      >
        <thead>
          <tr>
            {own.map(({ column, at }) => (
              <th key={at} scope="col" data-end={isNumeric(column) || undefined}>
                {heading(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((number) => (
            <Fragment key={number}>
              <tr>
                {own.map(({ column, at }) => (
                  <td key={at} data-end={isNumeric(column) || undefined} className={`num ${widths[at]}`}>
                    <Value
                      column={column}
                      cell={rows[number]?.[at] ?? null}
                      rowName={nameOfRow({ columns, rows }, number)}
                      isReport={isReport}
                      onEvidence={(evidence) => onEvidence(number, evidence)}
                    />
                    <OfFew count={few(number, column.name)} />
                  </td>
                ))}
              </tr>
              <Below columns={own.length}>{below(number)}</Below>
            </Fragment>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              {own.map(({ column, at }) => (
                <td key={at} data-end={isNumeric(column) || undefined} className="num font-semibold">
                  {at === 0 ? 'Total' : total[at] !== null && wordsOf(column, total[at]!)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </WideTable>
  )
}

/** Whether the table was ever wider than its area. Then the page gives the table more room. */
function useWideTable() {
  const table = useRef<HTMLTableElement>(null)
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    const { offsetWidth = 0, parentElement } = table.current ?? {}
    if (parentElement && offsetWidth > parentElement.clientWidth) setWide(true)
  })
  return { table, isWide }
}

const Below = ({ columns, children }: { columns: number; children: ReactNode }) =>
  children && (
    <tr>
      <td colSpan={columns} data-below>
        <div>{children}</div>
      </td>
    </tr>
  )

/** A text with more characters gets a wider column. */
const LONG = 60
/** Such a text, for example the products of a cart, would make a row too high. A narrow page shows only its first lines. */
const VERY_LONG = 150

/** Numbers and days stay on one line. On a narrow page, the time of a moment is below its day. */
const widthOf = ({ kind }: RunColumn, cells: readonly Cell[]) => {
  if (kind === 'text') {
    const longest = Math.max(0, ...cells.map((cell) => String(cell).length))
    return longest > VERY_LONG ? 'min-w-120 max-w-160!' : longest > LONG ? 'min-w-72' : 'min-w-24'
  }
  if (kind === 'moment') return 'min-w-26 lg:whitespace-nowrap'
  return kind === 'list' || kind === 'record' ? 'min-w-48' : 'whitespace-nowrap'
}

/** TABLE: by column name, the address of the page about a cell's value. */
const addresses: Readonly<Record<string, (name: string) => string>> = {
  stream: streamAddress,
  orderId: lifeAddress,
  orderOrCheckout: lifeAddress,
}

/** A moment of a report, to the second. */
const shortOf = (column: RunColumn, cell: Cell) => wordsOf(column, cell).replace(/\.\d+$/, '')

type ValueProps = {
  column: RunColumn
  cell: Cell
  rowName: string
  isReport: boolean
  onEvidence: (evidence: RowEvidence) => void
}

function Value({ column, cell, rowName, isReport, onEvidence }: ValueProps) {
  if (cell === null) return <span className="text-stone">{isReport ? '' : 'null'}</span>
  const address = column.kind === 'text' ? addresses[column.name] : undefined
  if (address && cell !== '') return <RowLink to={address(String(cell))}>{String(cell)}</RowLink>
  const evidence = column.kind === 'evidence' ? evidenceIn(cell, column.type) : undefined
  if (evidence && Array.isArray(cell) && cell.length === 0) return 'none'
  if (column.kind === 'text' && String(cell).length > VERY_LONG)
    return <div className="max-md:line-clamp-3">{String(cell)}</div>
  if (!evidence || evidence.count === 0)
    return isReport && column.kind === 'moment' ? shortOf(column, cell) : wordsOf(column, cell)
  return (
    <button
      type="button"
      aria-label={`Evidence of ${rowName}, ${evidenceCount(evidence)}`}
      onClick={() => onEvidence(evidence)}
      className="min-h-11 whitespace-nowrap underline hover:decoration-thread hover:decoration-2 lg:min-h-6"
    >
      {evidenceCount(evidence)}
    </button>
  )
}
