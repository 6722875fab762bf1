import type { PlotScale } from './day-plot.tsx'

/** One bar a day; the last day is not over and is drawn lighter. */
export function Bars({ values, scale: { x, y, band, base } }: { values: readonly number[]; scale: PlotScale }) {
  const width = Math.max(2, band * 0.68)
  return values.map((value, day) => (
    <rect
      key={day}
      x={x(day) - width / 2}
      y={y(value)}
      width={width}
      height={Math.max(0, base - y(value))}
      className={day === values.length - 1 ? 'fill-vat-2' : 'fill-vat'}
    />
  ))
}
