import type { RunAnswer, RunColumn } from '@shop/language/api/runs'
import { eventCount } from '../../lib/numeral.ts'
import { type Cell, eventsIn, isNumeric, wordsOf } from './cells.ts'

type TableProps = Pick<RunAnswer, 'columns' | 'rows'> & {
  onEvidence: (row: number, events: readonly number[]) => void
}

/** The rows of an answer. A wide one is scrolled in its own place, by the keyboard too. */
export const AnswerTable = ({ columns, rows, onEvidence }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard (WCAG 2.1.1).
  <section aria-label="Rows" tabIndex={0} className="max-w-full overflow-x-auto">
    <table className="admin-table answer-table" aria-labelledby="answer">
      <thead>
        <tr>
          {columns.map((column, at) => (
            <th key={at} scope="col" data-end={isNumeric(column) || undefined}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, number) => (
          <tr key={number}>
            {columns.map((column, at) => (
              <td key={at} data-end={isNumeric(column) || undefined} className="num">
                <Value
                  column={column}
                  cell={row[at] ?? null}
                  row={number}
                  onEvidence={(events) => onEvidence(number, events)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

type ValueProps = { column: RunColumn; cell: Cell; row: number; onEvidence: (events: readonly number[]) => void }

function Value({ column, cell, row, onEvidence }: ValueProps) {
  if (cell === null) return <span className="text-stone">null</span>
  const events = column.kind === 'evidence' ? eventsIn(cell) : []
  if (events.length === 0) return wordsOf(column, cell)
  return (
    <button
      type="button"
      aria-label={`Evidence of row ${row + 1}, ${eventCount(events.length)}`}
      onClick={() => onEvidence(events)}
      className="min-h-11 whitespace-nowrap underline hover:decoration-thread hover:decoration-2 lg:min-h-6"
    >
      {eventCount(events.length)}
    </button>
  )
}
