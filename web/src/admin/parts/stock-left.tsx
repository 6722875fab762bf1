import type { ReactNode } from 'react'

const STITCHES = [1, 2, 3, 4, 5]

export function StockLeft({ left, unit }: { left: number; unit?: ReactNode }) {
  return (
    <span className="num inline-grid justify-items-end gap-1">
      {left > 0 ? (
        <span>
          {left}
          {unit}
        </span>
      ) : (
        <b className="font-semibold">Sold out</b>
      )}
      {left <= STITCHES.length && (
        <span aria-hidden className="inline-flex gap-[3px]">
          {STITCHES.map((stitch) => (
            <span key={stitch} className={`h-0.5 w-[9px] ${stitch <= left ? 'bg-thread' : 'bg-faded'}`} />
          ))}
        </span>
      )}
    </span>
  )
}
