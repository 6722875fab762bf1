import { type ReactNode, useState } from 'react'
import { Bars } from '../../admin/plot/bars.tsx'
import { DayPlot, type PlotScale } from '../../admin/plot/day-plot.tsx'
import { SelectField } from '../../ui/select-box.tsx'

type PlotProps = {
  names: readonly string[]
  wordsFor?: (name: string) => string
  label: string
  children: (name: string) => ReactNode
}

export function ChosenPlot({ names, wordsFor = String, label, children }: PlotProps) {
  const [chosen, setChosen] = useState<string>()
  const name = chosen !== undefined && names.includes(chosen) ? chosen : names[0]
  if (name === undefined) return null
  const choices = names.map((value) => ({ value, label: wordsFor(value) }))
  return (
    <div className="mb-6">
      {names.length > 1 && (
        <div className="mb-4 w-fit min-w-60 max-w-full">
          <SelectField
            label={label}
            choices={choices}
            value={name}
            onChange={({ target }) => setChosen(target.value)}
          />
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
  /** A second number for each day, shown as a lighter bar beside the first. */
  others?: readonly number[]
  height: number
  /** Whether a day was observed only in part. */
  isPartial?: (day: number) => boolean
  isCents?: boolean
}

export const DayBars = ({ isCents = false, others, values, isPartial, ...props }: BarsProps) => (
  <DayPlot
    {...props}
    values={[...values, ...(others ?? [])]}
    tick={(value) => (isCents ? `$${compact.format(value / 100)}` : compact.format(value))}
  >
    {(scale) =>
      others ? (
        <>
          <Bars values={values} scale={half(scale, -1)} />
          <g className="[&>rect]:fill-vat-2">
            <Bars values={others} scale={half(scale, 1)} />
          </g>
        </>
      ) : (
        <Bars values={values} scale={scale} isPartial={isPartial} />
      )
    }
  </DayPlot>
)

const half = ({ x, band, ...scale }: PlotScale, side: 1 | -1): PlotScale => ({
  ...scale,
  band: band / 2,
  x: (day) => x(day) + (side * band * 0.68) / 4,
})

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
