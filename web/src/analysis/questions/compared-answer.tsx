import { isMoney } from '@shop/language/analysis/money-column'
import type { RunAnswer } from '@shop/language/analysis/runs'
import { useMemo } from 'react'
import type { Report } from '../reports/report.ts'
import { AnswerFacts } from './answer-facts.tsx'
import { AnswerView } from './answer-view.tsx'
import { amountOf, partialWords, plotted } from './cells.ts'
import { ChosenPlot, DayBars } from './chosen-plot.tsx'
import { type ComparedAnswers, compareAnswers } from './compare-answers.ts'
import { shownName } from './past-moments.ts'
import type { AskedSql } from './start-run.ts'
import { TextBars } from './text-bars.tsx'
import { useOpened } from './use-opened.ts'
import type { RunState } from './use-run.ts'

type ShownProps = {
  running: RunState
  link: string | undefined
  report?: Report
}

export function ShownAnswer({ running, link, report }: ShownProps) {
  const { run, other, asked, against } = running
  const answer = run?.answer
  if (!answer || !asked) return null
  if (!other?.answer || !against || !('sql' in asked))
    return <AnswerView key={run.id} {...{ asked, answer, link, report }} />
  return <ComparedAnswer key={run.id} {...{ asked, against, link, report }} one={answer} other={other.answer} />
}

export function ShownFacts({ running: { run, other, asked, against, before } }: Pick<ShownProps, 'running'>) {
  const answer = run?.answer
  if (!answer || !asked) return null
  if (!other?.answer || !against) return <AnswerFacts key={run.id} answer={answer} asked={asked} before={before} />
  return (
    <>
      <AnswerFacts key={run.id} answer={answer} asked={asked} title="First answer" />
      <AnswerFacts key={other.id} answer={other.answer} asked={against} title="Second answer" />
    </>
  )
}

type ComparedProps = {
  asked: AskedSql
  against: AskedSql
  one: RunAnswer
  other: RunAnswer
  link: string | undefined
  report: Report | undefined
}

function ComparedAnswer({ asked, against, one, other, link, report }: ComparedProps) {
  const inputs = report?.question.inputs
  const compared = useMemo(
    () => compareAnswers(one, other, [asked.parameters, against.parameters], inputs),
    [asked, against, one, other, inputs],
  )
  const plot = useMemo(() => <ComparedPlot compared={compared} />, [compared])
  return <AnswerView asked={asked} answer={compared.answer} link={link} plot={plot} report={report} />
}

function ComparedPlot({ compared: { answer, sets, numbers } }: { compared: ComparedAnswers }) {
  const opened = useOpened()
  const plot = plotted(answer)
  const isOneRow = answer.rows.length === 1
  if (!plot && !isOneRow) return null
  return (
    <ChosenPlot label="Plotted column" names={numbers.map(({ column }) => column.name)} wordsFor={shownName}>
      {(name) => {
        const { column, values } = numbers.find((one) => one.column.name === name)!
        const words = (value: number) => amountOf(column, value)
        const label = `${shownName(name)}, ${sets[0]} against ${sets[1]}`
        if (!plot)
          return <TextBars label={label} names={sets} values={values.map(([only = null]) => only)} words={words} />
        const both = { label: `${label}: ${plot.labels.length} values each`, values: values[0], others: values[1] }
        return (
          <>
            <Legend sets={sets} />
            {plot.kind === 'text' ? (
              <TextBars {...both} names={plot.labels} words={words} />
            ) : (
              <>
                <DayBars
                  {...both}
                  days={plot.labels.map((day) => day.slice(5, 10))}
                  height={194}
                  isCents={isMoney(column)}
                />
                <p className="type-small mt-2 text-stone empty:hidden">{partialWords(answer, opened, plot.labels)}</p>
              </>
            )}
          </>
        )
      }}
    </ChosenPlot>
  )
}

const Legend = ({ sets }: Pick<ComparedAnswers, 'sets'>) => (
  <p className="type-small mb-3 flex flex-wrap gap-x-5 gap-y-1">
    {sets.map((set, at) => (
      <span key={set} className="flex items-center gap-2">
        <i className={`block size-3 ${at === 0 ? 'bg-vat' : 'bg-vat-2'}`} />
        {set}
      </span>
    ))}
  </p>
)
