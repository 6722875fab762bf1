import { isMoney } from '@shop/language/analysis/money-column'
import type { RunAnswer } from '@shop/language/analysis/runs'
import { memo, type ReactNode, useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import type { Cells, Cell as CsvCell } from '../../admin/parts/csv.ts'
import { numeral } from '../../lib/numeral.ts'
import { Note } from '../../ui/note.tsx'
import { ResultMessage } from '../../ui/result-message.tsx'
import { FEW_CASES, fewCases } from '../reports/few-cases.ts'
import { firstPlotted, type Report } from '../reports/report.ts'
import { TakeTable } from '../take-table.tsx'
import { AnswerFigures } from './answer-figures-row.tsx'
import { AnswerPlot } from './answer-plot.tsx'
import { AnswerTable } from './answer-table.tsx'
import { type Cell, evidenceIn, nameOfRow, productOf, type RowEvidence, totalOf, wordsOf } from './cells.ts'
import { headingOf } from './column-words.ts'
import { Evidence } from './evidence.tsx'
import { ExportAnswer } from './export-answer.tsx'
import { PairPlot } from './pair-plot.tsx'
import type { Asked } from './start-run.ts'

type AnswerProps = {
  asked: Asked
  answer: RunAnswer
  link?: string | undefined
  /** The plot of a comparison. Without `plot`, the page plots the answer and shows its figures and sums. */
  plot?: ReactNode
  /** With `report`, columns have headings in words. */
  report?: Report | undefined
}

const FIRST = 200

/** Ten thousand rows must not be drawn again while the user types. */
export const AnswerView = memo(function AnswerView(props: AnswerProps) {
  const { asked, answer, link, plot, report } = props
  const own = plot === undefined ? report : undefined
  const [isAll, setAll] = useState(false)
  const [opened, setOpened] = useState<{ press: number; row: number; evidence: RowEvidence }>()
  const { columns, rows, truncated } = answer
  const few = fewCases(own?.slug, answer)
  const shown = isAll ? rows : rows.slice(0, FIRST)
  return (
    <section aria-labelledby="answer" className="min-w-0">
      <AnswerHead answer={answer} />
      {plot === undefined && <AnswerFigures answer={answer} report={own} />}
      <TakeTable
        name={`answer-as-of-${answer.asOf.event}`}
        cells={rows.length > 0 ? () => cellsOf(answer) : undefined}
        link={link}
      />
      {rows.length === 0 ? (
        <p className="border-t border-raw py-6 text-rinse">{emptyWords(answer)}</p>
      ) : (
        <>
          {'sql' in asked && !answer.compared && <ExportAnswer asked={asked} answer={answer} />}
          {plot ??
            (own?.pair ? (
              <PairPlot answer={answer} pair={own.pair} />
            ) : (
              <AnswerPlot answer={answer} first={firstPlotted(own)} isReport={own !== undefined} />
            ))}
          {rows.some((_, row) => columns.some(({ name }) => few(row, name) !== undefined)) && (
            <p className="type-small mb-2 text-rinse">
              “of 3 only” beside a number means that it is from 3 cases. Rates and averages from fewer than {FEW_CASES}{' '}
              cases have such a mark, because chance may decide them.
            </p>
          )}
          <AnswerTable
            few={few}
            columns={columns}
            rows={shown}
            total={own?.totals && !truncated ? totalOf(answer, own.totals) : undefined}
            isReport={report !== undefined}
            onEvidence={(row, evidence) => setOpened((last) => ({ press: (last?.press ?? 0) + 1, row, evidence }))}
            below={(row) =>
              row === opened?.row && (
                <Evidence
                  key={opened.press}
                  of={nameOfRow(answer, row)}
                  evidence={opened.evidence}
                  asOf={answer.asOf.event}
                  product={productOf(answer, row)}
                  onClose={() => setOpened(undefined)}
                />
              )
            }
          />
        </>
      )}
      {shown.length < rows.length && (
        <p className="mt-3 flex flex-wrap items-center gap-x-4 text-stone">
          The first {FIRST} rows are shown.
          <AdminButton variant="quiet" onClick={() => setAll(true)}>
            Show all {numeral(rows.length)}
          </AdminButton>
        </p>
      )}
    </section>
  )
})

function AnswerHead({ answer }: { answer: RunAnswer }) {
  const { truncated, elapsedMs, dataEnds } = answer
  return (
    <>
      <ResultMessage about={answer}>
        <h2 id="answer" className="type-h2 num">
          {titleOf(answer)}
        </h2>
        <p className="type-small mb-4 text-rinse">
          <span className="num">{numeral(elapsedMs)} ms</span>, {Math.ceil(answer.memoryBytes / 2 ** 20)} MB. Moments
          are in UTC.
        </p>
      </ResultMessage>
      {truncated && (
        <div className="mb-4">
          <Note tone="warn">There are more rows than an answer can have. The export has all rows.</Note>
        </div>
      )}
      {dataEnds && (
        <div className="mb-4">
          <Note tone="info">{dataEnds}.</Note>
        </div>
      )}
    </>
  )
}

function titleOf({ rows, compared }: RunAnswer) {
  if (compared && compared.rows > 0)
    return `${numeral(compared.differing)} of ${compared.rows === 1 ? '1 row differs' : `${numeral(compared.rows)} rows differ`}`
  return rows.length === 1 ? 'One row' : `${numeral(rows.length)} rows`
}

export function emptyWords({ truncated, compared }: RunAnswer) {
  if (truncated) return 'The first row is too large to show. Select fewer columns.'
  if (!compared) return 'The answer has no rows.'
  return compared.rows > 0 ? 'Both answers have the same rows.' : 'Neither answer has rows.'
}

/** Money is in dollars. */
export const cellsOf = ({ columns, rows }: Pick<RunAnswer, 'columns' | 'rows'>): Cells => [
  columns.map(headingOf),
  ...rows.map((row) => columns.map((column, at) => cellOf(column, row[at] ?? null))),
]

function cellOf(column: RunAnswer['columns'][number], cell: Cell): CsvCell {
  if (cell === null) return ''
  if (isMoney(column)) return Number(cell) / 100
  if (typeof cell === 'number') return cell
  return column.kind === 'evidence' ? evidenceText(cell) : wordsOf(column, cell)
}

function evidenceText(cell: Cell) {
  const { listed, count } = evidenceIn(cell)
  const rest = count > listed.length ? [`and ${numeral(count - listed.length)} more`] : []
  return [...listed, ...rest].join(' ')
}
