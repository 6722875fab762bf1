import type { RunAnswer } from '@shop/language/api/runs'
import { useState } from 'react'
import { SelectField } from '../../admin/parts/select-box.tsx'
import { Bars } from '../../admin/plot/bars.tsx'
import { DayPlot } from '../../admin/plot/day-plot.tsx'
import { plotted, valuesOf } from './cells.ts'
import { TextBars } from './text-bars.tsx'

/** One column of numbers by day, moment or name. The table below has the same. */
export function AnswerPlot({ answer }: { answer: RunAnswer }) {
  const [chosen, setChosen] = useState<string>()
  const plot = plotted(answer)
  const names = plot?.of.filter((name) => valuesOf(answer, name)) ?? []
  const name = chosen ?? names[0]
  const values = name === undefined ? undefined : valuesOf(answer, name)
  if (!plot || !values || name === undefined) return null
  const { labels } = plot
  const label = `${name}, ${labels[0]} to ${labels.at(-1)}: ${labels.length} values`
  return (
    <div className="mb-6">
      {names.length > 1 && (
        <div className="mb-4 max-w-60">
          <SelectField
            label="Plotted"
            choices={names}
            value={name}
            onChange={({ target }) => setChosen(target.value)}
          />
        </div>
      )}
      {plot.kind === 'text' ? (
        <TextBars label={label} names={labels} values={values} />
      ) : (
        <DayPlot label={label} days={labels.map(day)} values={values} height={194} tick={short}>
          {(scale) => <Bars values={values} scale={scale} isLastOver />}
        </DayPlot>
      )}
    </div>
  )
}

const day = (label: string) => label.slice(0, 10)
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const short = (value: number) => compact.format(value)
