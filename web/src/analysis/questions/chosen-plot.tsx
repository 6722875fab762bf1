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
  /** Null for a day without a number. */
  values: readonly (number | null)[]
  /** A second number for each day, shown as a lighter bar beside the first. */
  others?: readonly (number | null)[]
  height: number
  /** Whether a day was observed only in part. */
  isPartial?: (day: number) => boolean
  isCents?: boolean
}

export const DayBars = (props: BarsProps) => (
  <>
    <Plot {...props} />
    <PlotNote words={gapWords(props)} color="bg-hair" />
  </>
)

const Plot = ({ isCents = false, others, values, isPartial, ...props }: BarsProps) => (
  <DayPlot
    {...props}
    values={[...values, ...(others ?? [])].map((value) => value ?? 0)}
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

const NAMED = 5

function gapWords({ days, values, others = [] }: BarsProps) {
  const gaps = days.filter((_, day) => values[day] === null || others[day] === null)
  const rest = gaps.length > NAMED ? ` and ${gaps.length - NAMED} more` : ''
  return gaps.length > 0 ? `No number: ${gaps.slice(0, NAMED).join(', ')}${rest}` : undefined
}

export function PlotNote({ words, color }: { words: string | undefined; color: string }) {
  if (!words) return null
  return (
    <p className="type-small mt-2 flex items-baseline gap-2 text-stone">
      <i className={`block size-3 shrink-0 ${color}`} />
      <span>{words}</span>
    </p>
  )
}

const half = ({ x, band, ...scale }: PlotScale, side: 1 | -1): PlotScale => ({
  ...scale,
  band: band / 2,
  x: (day) => x(day) + (side * band * 0.68) / 4,
})

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
