import type { PlotScale } from './day-plot.tsx'

type BarsProps = { values: readonly number[]; scale: PlotScale; isLastOver?: boolean }

/** One bar for each day. The last bar is lighter while its day lasts. */
export function Bars({ values, scale: { x, y, band, base }, isLastOver = false }: BarsProps) {
  const width = Math.max(2, band * 0.68)
  return values.map((value, day) => (
    <rect
      key={day}
      x={x(day) - width / 2}
      y={y(value)}
      width={width}
      height={Math.max(0, base - y(value))}
      className={!isLastOver && day === values.length - 1 ? 'fill-vat-2' : 'fill-vat'}
    />
  ))
}
