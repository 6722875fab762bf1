import type { PlotScale } from './day-plot.tsx'

type BarsProps = { values: readonly number[]; scale: PlotScale; isPartial?: ((day: number) => boolean) | undefined }

/** The bar of a day that was observed only in part is lighter. */
export function Bars({ values, scale: { x, y, band, base }, isPartial }: BarsProps) {
  const width = Math.max(2, band * 0.68)
  return values.map((value, day) => (
    <rect
      key={day}
      x={x(day) - width / 2}
      y={y(value)}
      width={width}
      height={Math.max(0, base - y(value))}
      className={isPartial?.(day) ? 'fill-vat-2' : 'fill-vat'}
    />
  ))
}
