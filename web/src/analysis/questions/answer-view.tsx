import { isMoney } from '@shop/language/analysis/money-column'
import type { RunAnswer } from '@shop/language/analysis/runs'
import { memo, type ReactNode } from 'react'
import type { Cells, Cell as CsvCell } from '../../admin/parts/csv.ts'
import { numeral } from '../../lib/numeral.ts'
import { Note } from '../../ui/note.tsx'
import { ResultMessage } from '../../ui/result-message.tsx'
import { fewCases } from '../reports/few-cases.ts'
import { firstPlotted, type Report } from '../reports/report.ts'
import { TakeTable } from '../take-table.tsx'
import { minuteInWords } from '../time/moment-words.ts'
import { AnswerFigures, shownFigures } from './answer-figures-row.tsx'
import { AnswerPlot } from './answer-plot.tsx'
import { AnswerRows } from './answer-rows.tsx'
import { type Cell, evidenceIn, partialWords, plotted, wordsOf } from './cells.ts'
import { headingOf, sqlHeadingOf } from './column-words.ts'
import { ExportAnswer } from './export-answer.tsx'
import { FewNote } from './few-mark.tsx'
import { PairPlot } from './pair-plot.tsx'
import type { Asked } from './start-run.ts'
import { useOpened } from './use-opened.ts'

type AnswerProps = {
  asked: Asked
  answer: RunAnswer
  link?: string | undefined
  /** The plot of a comparison. Without `plot`, the page plots the answer and shows its figures and sums. */
  plot?: ReactNode
  /** The columns of a report or a rule have headings in words. Those of a question in SQL have their names. */
  report?: Report | undefined
}

/** Ten thousand rows must not be drawn again while the user types. */
export const AnswerView = memo(function AnswerView(props: AnswerProps) {
  const { asked, answer, link, plot, report } = props
  const own = plot === undefined ? report : undefined
  const { rows, truncated } = answer
  const opened = useOpened()
  const few = fewCases(own?.slug, answer)
  const figures = plot === undefined ? shownFigures(answer, own, few, opened) : []
  const hasFew =
    figures.some((figure) => figure.few !== undefined) ||
    rows.some((_, row) => answer.columns.some(({ name }) => few(row, name) !== undefined))
  const heading = report === undefined && 'sql' in asked ? sqlHeadingOf : headingOf
  return (
    <section aria-labelledby="answer" className="min-w-0">
      <AnswerHead answer={answer} opened={opened} />
      {hasFew && <FewNote />}
      <AnswerFigures figures={figures} />
      {rows.length === 0 ? (
        <p className="border-t border-raw py-6 text-rinse">{emptyWords(answer)}</p>
      ) : (
        <>
          {plot ??
            (own?.pair ? (
              <PairPlot answer={answer} pair={own.pair} />
            ) : (
              <AnswerPlot answer={answer} first={firstPlotted(own)} heading={heading} />
            ))}
          <AnswerRows
            answer={answer}
            few={few}
            totals={truncated ? undefined : own?.totals}
            isReport={report !== undefined}
            heading={heading}
          />
        </>
      )}
      <div className="mt-6">
        <TakeTable
          name={`answer-as-of-${answer.asOf.event}`}
          cells={rows.length > 0 ? () => cellsOf(answer) : undefined}
          link={link}
        />
      </div>
      {rows.length > 0 && 'sql' in asked && !answer.compared && <ExportAnswer asked={asked} answer={answer} />}
    </section>
  )
})

const asOfWords = ({ event, moment }: RunAnswer['asOf']) =>
  event === 0
    ? 'As of a time before the first event, when the shop had not opened yet'
    : `As of ${minuteInWords(moment)}, last event ${numeral(event)}`

function AnswerHead({ answer, opened }: { answer: RunAnswer; opened: string | undefined }) {
  const { truncated, elapsedMs, dataEnds, neverWritten = [] } = answer
  // Under a plot over time, the same words say it.
  const partial = plotted(answer)?.kind === 'over time' ? undefined : partialWords(answer, opened)
  return (
    <>
      <ResultMessage about={answer}>
        <h2 id="answer" className="type-h2 num">
          {titleOf(answer)}
        </h2>
        <p className="type-small mb-4 text-rinse">
          {asOfWords(answer.asOf)}. <span className="num">{numeral(elapsedMs)} ms</span>,{' '}
          {Math.ceil(answer.memoryBytes / 2 ** 20)} MB. Moments are in UTC.{partial && ` ${partial}.`}
        </p>
      </ResultMessage>
      {truncated && (
        <div className="mb-4">
          <Note tone="warn">There are more rows than an answer can have. The export has all rows.</Note>
        </div>
      )}
      {neverWritten.map((sentence) => (
        <div key={sentence} className="mb-4">
          <Note tone="warn">{sentence}.</Note>
        </div>
      ))}
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

export function emptyWords({ truncated, compared, asOf }: RunAnswer) {
  if (truncated) return 'The first row is too large to show. Select fewer columns.'
  if (!compared) return asOf.event === 0 ? 'The shop had not opened yet.' : 'The answer has no rows.'
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
  return column.kind === 'evidence' ? evidenceText(cell, column.type) : wordsOf(column, cell)
}

function evidenceText(cell: Cell, type: string) {
  const { listed, count, isLeast } = evidenceIn(cell, type)
  const rest =
    count > listed.length ? [`and ${numeral(count - listed.length)} more`] : isLeast ? ['and perhaps more'] : []
  return [...listed, ...rest].join(' ')
}
