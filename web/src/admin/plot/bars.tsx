import type { PlotScale } from './day-plot.tsx'

type BarsProps = {
  values: readonly (number | null)[]
  scale: PlotScale
  isPartial?: ((day: number) => boolean) | undefined
}

/** The bar of a day that was observed only in part is lighter. A day without a number has a gray bar of the plot's full height. */
export function Bars({ values, scale: { x, y, band, base }, isPartial }: BarsProps) {
  const width = Math.max(2, band * 0.68)
  return values.map((value, day) => {
    const top = value === null ? 0 : y(value)
    return (
      <rect
        key={day}
        x={x(day) - width / 2}
        y={top}
        width={width}
        height={Math.max(0, base - top)}
        className={value === null ? 'fill-hair!' : isPartial?.(day) ? 'fill-vat-2' : 'fill-vat'}
      />
    )
  })
}
