import type { RunAnswer } from '@shop/language/analysis/runs'
import { AdminTable } from '../../admin/parts/admin-table.tsx'
import { WideTable } from '../../admin/parts/wide-table.tsx'
import { numeral } from '../../lib/numeral.ts'
import { AnswerPlot } from '../questions/answer-plot.tsx'
import { emptyWords } from '../questions/answer-view.tsx'
import { amountOf, isFigure, isNumeric, plotted, wordsOf } from '../questions/cells.ts'
import { headingOf } from '../questions/column-words.ts'

const FEW = 5

export function BoardAnswer({ name, answer }: { name: string; answer: RunAnswer }) {
  const { rows, asOf, resultDigest, dataEnds } = answer
  return (
    <>
      {plotted(answer) ? (
        <AnswerPlot answer={answer} about={name} />
      ) : rows.length === 1 ? (
        <Figures answer={answer} />
      ) : (
        <FirstRows name={name} answer={answer} />
      )}
      <p className="type-xsmall num text-stone">
        {rows.length === 0 && `${emptyWords(answer)} `}
        {!plotted(answer) && rows.length > FEW && `The first ${FEW} of ${numeral(rows.length)} rows. `}
        As of event {numeral(asOf.event)}
        {dataEnds && `. ${dataEnds}`}
      </p>
      <p className="type-xsmall text-stone">
        Digest of the result <code title={resultDigest}>{resultDigest.slice(0, 8)}</code>. now() returned {asOf.moment}
      </p>
    </>
  )
}

const Figures = ({ answer: { columns, rows } }: { answer: RunAnswer }) => (
  <dl className="mb-3 flex flex-wrap gap-x-10 gap-y-3">
    {columns.map((column, at) => {
      const cell = rows[0]?.[at] ?? null
      if (column.kind === 'evidence') return null
      return (
        <div key={at} className="min-w-0">
          <dt className="type-small text-rinse">{headingOf(column)}</dt>
          <dd className={`num wrap-anywhere ${isFigure(column) ? 'type-h2' : ''}`}>
            {cell !== null && isFigure(column) ? amountOf(column, Number(cell)) : wordsOf(column, cell ?? 'none')}
          </dd>
        </div>
      )
    })}
  </dl>
)

function FirstRows({ name, answer: { columns, rows } }: { name: string; answer: RunAnswer }) {
  const shown = columns.flatMap((column, at) => (column.kind === 'evidence' ? [] : [{ column, at }]))
  if (rows.length === 0) return null
  return (
    <WideTable label={`Rows of ${name}`} className="mb-3">
      <AdminTable
        className="answer-table"
        columns={shown.map(({ column }) => ({ title: headingOf(column), end: isNumeric(column) }))}
      >
        {rows.slice(0, FEW).map((row, number) => (
          <tr key={number}>
            {shown.map(({ column, at }) => (
              <td key={at} data-end={isNumeric(column) || undefined} className="num">
                {row[at] === null ? '' : wordsOf(column, row[at] ?? '')}
              </td>
            ))}
          </tr>
        ))}
      </AdminTable>
    </WideTable>
  )
}
