import type { RunAnswer, RunColumn } from '@shop/language/analysis/runs'
import { Fragment, type ReactNode } from 'react'
import { WideTable } from '../../admin/parts/wide-table.tsx'
import { eventCount } from '../../lib/numeral.ts'
import { type Cell, evidenceIn, isNumeric, isProductId, nameOfRow, type RowEvidence, wordsOf } from './cells.ts'
import { headingOf, sqlHeadingOf } from './column-words.ts'

type TableProps = Pick<RunAnswer, 'columns' | 'rows'> & {
  /** Shows column names in words, and missing values as empty cells. */
  isReport: boolean
  total?: readonly Cell[] | undefined
  onEvidence: (row: number, evidence: RowEvidence) => void
  below: (row: number) => ReactNode
}

/** A table with more columns has less space between them. */
const MANY = 9

export const AnswerTable = ({ columns, rows, isReport, total, onEvidence, below }: TableProps) => {
  // A report shows the product's name. Its id is in the CSV and in SQL.
  const shown = columns.flatMap((column, at) => (isReport && isProductId(column) ? [] : [{ column, at }]))
  return (
    <WideTable label="Rows">
      <table
        className="admin-table answer-table"
        data-dense={shown.length > MANY || undefined}
        aria-labelledby="answer"
      >
        <thead>
          <tr>
            {shown.map(({ column, at }) => (
              <th key={at} scope="col" data-end={isNumeric(column) || undefined}>
                {isReport ? headingOf(column) : sqlHeadingOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <Fragment key={number}>
              <tr>
                {shown.map(({ column, at }) => (
                  <td key={at} data-end={isNumeric(column) || undefined} className={`num ${widthOf(column)}`}>
                    <Value
                      column={column}
                      cell={row[at] ?? null}
                      rowName={nameOfRow({ columns, rows }, number)}
                      isReport={isReport}
                      onEvidence={(evidence) => onEvidence(number, evidence)}
                    />
                  </td>
                ))}
              </tr>
              <Below columns={shown.length}>{below(number)}</Below>
            </Fragment>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              {shown.map(({ column, at }) => (
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

const Below = ({ columns, children }: { columns: number; children: ReactNode }) =>
  children && (
    <tr>
      <td colSpan={columns} data-below>
        <div>{children}</div>
      </td>
    </tr>
  )

/** Numbers, days and moments stay on one line. */
const widthOf = ({ kind }: RunColumn) => {
  if (kind === 'text') return 'min-w-32'
  return kind === 'list' || kind === 'record' ? 'min-w-48' : 'whitespace-nowrap'
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
  const evidence = column.kind === 'evidence' ? evidenceIn(cell) : undefined
  if (evidence && Array.isArray(cell) && cell.length === 0) return 'none'
  if (!evidence || evidence.count === 0)
    return isReport && column.kind === 'moment' ? shortOf(column, cell) : wordsOf(column, cell)
  return (
    <button
      type="button"
      aria-label={`Evidence of ${rowName}, ${eventCount(evidence.count)}`}
      onClick={() => onEvidence(evidence)}
      className="min-h-11 whitespace-nowrap underline hover:decoration-thread hover:decoration-2 lg:min-h-6"
    >
      {eventCount(evidence.count)}
    </button>
  )
}
