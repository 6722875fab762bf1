import { isMoney } from '@shop/language/analysis/money-column'
import type { RunAnswer } from '@shop/language/analysis/runs'
import { amountOf, partialRows, partialWords, plotted, valuesOf } from './cells.ts'
import { ChosenPlot, DayBars, PlotNote } from './chosen-plot.tsx'
import { type ColumnHeading, sqlHeadingOf } from './column-words.ts'
import { TextBars } from './text-bars.tsx'
import { useOpened } from './use-opened.ts'

type PlotProps = {
  answer: RunAnswer
  /** The question's name, if the page shows several answers. */
  about?: string
  first?: string | undefined
  heading?: ColumnHeading
}

export function AnswerPlot({ answer, about, first, heading = sqlHeadingOf }: PlotProps) {
  const opened = useOpened()
  const plot = plotted(answer)
  if (!plot) return null
  const { labels, kind } = plot
  const partial = partialRows(answer, opened)
  const rank = (name: string) => (valuesOf(answer, name) ? (name === first ? 0 : 1) : 2)
  const names = plot.of.toSorted((a, b) => rank(a) - rank(b))
  if (!valuesOf(answer, names[0]!)) return null
  const columnOf = (name: string) => answer.columns.find((one) => one.name === name)!
  const wordsFor = (name: string) => heading(columnOf(name))
  return (
    <ChosenPlot
      label={about === undefined ? 'Plotted column' : `Plotted column of ${about}`}
      names={names}
      wordsFor={wordsFor}
    >
      {(name) => {
        const values = valuesOf(answer, name)
        if (!values)
          return <p className="text-rinse">This column has no plot, because it has negative numbers or no numbers.</p>
        const column = columnOf(name)
        const label = `${wordsFor(name)}, ${labels[0]} to ${labels.at(-1)}: ${labels.length} values`
        if (kind === 'text')
          return <TextBars label={label} names={labels} values={values} words={(value) => amountOf(column, value)} />
        const days = labels.map(day)
        return (
          <>
            <DayBars
              {...{ label, days, values }}
              height={194}
              isPartial={(at) => partial.has(at)}
              isCents={isMoney(column)}
            />
            <PlotNote words={partialWords(answer, opened, labels)} color="bg-vat-2" />
          </>
        )
      }}
    </ChosenPlot>
  )
}

/** Leaves out the year, because the plot's label has the years. */
const day = (label: string) => label.slice(5, 10)
