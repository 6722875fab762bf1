import type { RunAnswer } from '@shop/language/analysis/runs'
import { amountOf, isMoney, plotted, valuesOf } from './cells.ts'
import { ChosenPlot, DayBars } from './chosen-plot.tsx'
import { TextBars } from './text-bars.tsx'

/** Plots one column of numbers. `about` is the question's name, if the page shows several answers. */
export function AnswerPlot({ answer, about }: { answer: RunAnswer; about?: string }) {
  const plot = plotted(answer)
  if (!plot) return null
  const { labels, kind } = plot
  return (
    <ChosenPlot
      label={about === undefined ? 'Plotted column' : `Plotted column of ${about}`}
      names={plot.of.filter((name) => valuesOf(answer, name))}
    >
      {(name) => {
        const values = valuesOf(answer, name) ?? []
        const column = answer.columns.find((one) => one.name === name)!
        const label = `${name}, ${labels[0]} to ${labels.at(-1)}: ${labels.length} values`
        return kind === 'text' ? (
          <TextBars label={label} names={labels} values={values} words={(value) => amountOf(column, value)} />
        ) : (
          <DayBars label={label} days={labels.map(day)} values={values} height={194} isCents={isMoney(column)} />
        )
      }}
    </ChosenPlot>
  )
}

/** Leaves out the year, because the plot's label has the years. */
const day = (label: string) => label.slice(5, 10)
