import { type ReactNode, useState } from 'react'
import { Bars } from '../../admin/plot/bars.tsx'
import { DayPlot } from '../../admin/plot/day-plot.tsx'
import { SelectField } from '../../ui/select-box.tsx'

type PlotProps = {
  /** The names of the columns. The first column is plotted until the user chooses another one. */
  names: readonly string[]
  label: string
  children: (name: string) => ReactNode
}

/** The plot of one of several columns, which the user can choose. */
export function ChosenPlot({ names, label, children }: PlotProps) {
  const [chosen, setChosen] = useState<string>()
  const name = chosen !== undefined && names.includes(chosen) ? chosen : names[0]
  if (name === undefined) return null
  return (
    <div className="mb-6">
      {names.length > 1 && (
        <div className="mb-4 max-w-60">
          <SelectField label={label} choices={names} value={name} onChange={({ target }) => setChosen(target.value)} />
        </div>
      )}
      {children(name)}
    </div>
  )
}

type BarsProps = {
  label: string
  days: readonly string[]
  values: readonly number[]
  height: number
  isCents?: boolean
}

/** A bar for each day, with the last bar marked. */
export const DayBars = ({ isCents = false, ...props }: BarsProps) => (
  <DayPlot {...props} tick={(value) => (isCents ? `$${compact.format(value / 100)}` : compact.format(value))}>
    {(scale) => <Bars values={props.values} scale={scale} isLastOver />}
  </DayPlot>
)

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
