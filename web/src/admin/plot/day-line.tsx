import type { PlotScale } from './day-plot.tsx'

/** A line through the days, with a square on the last day. */
export function DayLine({ values, scale: { x, y } }: { values: readonly number[]; scale: PlotScale }) {
  const points = values.map((value, day) => `${x(day).toFixed(1)} ${y(value).toFixed(1)}`)
  const last = values.length - 1
  return (
    <>
      <path d={`M${points.join('L')}`} fill="none" className="stroke-vat stroke-2" />
      <rect
        x={x(last) - 4}
        y={y(values[last] ?? 0) - 4}
        width={8}
        height={8}
        className="fill-bleach stroke-vat stroke-2"
      />
    </>
  )
}
