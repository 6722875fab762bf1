import type { OrderItem } from '@shop/language/checkout/api'
import { ClothesLine, type Line } from '../ui/clothes-line.tsx'

export function BoughtPiecesLine({ items }: { items: readonly OrderItem[] }) {
  const pictures = [...new Set(items.map(({ image }) => image))].filter(Boolean).slice(0, AT_MOST)
  return (
    <>
      <ClothesLine {...narrow} pieces={hung(pictures, narrow)} className="bottom-auto h-[390px] md:hidden" />
      <ClothesLine {...wide} pieces={hung(pictures, wide)} className="bottom-auto hidden h-[36.4vw] md:block" />
    </>
  )
}

const AT_MOST = 3

/** Pictures cover at most this share of the line. */
const COVERED = 0.88

/** Pictures hang between `from` and `to`, each at most `widest` wide: all three in percent of the scene's width. */
type Scene = { line: Line; from: number; to: number; widest: number }

const wide: Scene = { line: { from: 13.5, to: 8.5, sag: 5 }, from: 50, to: 98, widest: 18 }
const narrow: Scene = { line: { from: 11.5, to: 9, sag: 3.4 }, from: 3, to: 96, widest: 36 }

function hung(pictures: readonly string[], { from, to, widest }: Scene) {
  const count = pictures.length
  const width = Math.min(widest, (COVERED * (to - from)) / count)
  const free = (to - from - count * width) / (count + 1)
  return pictures.map((url, index) => ({
    url,
    width,
    left: from + free + index * (width + free),
    tilt: index % 2 === 0 ? 0.6 : -0.5,
  }))
}
