import type { OrderItem } from '@shop/shared/api/checkout'
import { ClothesLine } from '../ui/clothes-line.tsx'
import { type Cutout, cutoutOf } from './cutouts.ts'

/** What was bought hangs on the line: beside the heading, on a phone above it. A piece without a cut-out is left out. */
export function BoughtPiecesLine({ items }: { items: readonly OrderItem[] }) {
  const cutouts = items.flatMap(({ image }) => cutoutOf(image) ?? []).slice(0, AT_MOST)
  return (
    <>
      <ClothesLine {...narrow} pieces={hung(cutouts, narrow)} className="bottom-auto h-[390px] md:hidden" />
      <ClothesLine {...wide} pieces={hung(cutouts, wide)} className="bottom-auto hidden h-[36.4vw] md:block" />
    </>
  )
}

const AT_MOST = 3

/** From where to where pieces may hang, in percent of the width; percent of the width for a centimetre of cloth, at most. */
type Scene = {
  line: { from: number; to: number; sag: number }
  from: number
  to: number
  perCm: number
  /** In percent of the width too, so that no piece reaches into the heading. */
  highest: number
  gap: number
  /** The scene's width by its height, where it matters most. */
  aspect: number
}

const wide: Scene = {
  line: { from: 13.5, to: 8.5, sag: 5 },
  from: 50,
  to: 98,
  perCm: 0.228,
  highest: 30,
  gap: 2,
  aspect: 2.75,
}
const narrow: Scene = {
  line: { from: 11.5, to: 9, sag: 3.4 },
  from: 3,
  to: 96,
  perCm: 0.62,
  highest: 46,
  gap: 3,
  aspect: 1,
}

/** Side by side at their true size, to the right border, drawn smaller together where they would not fit. */
function hung(cutouts: readonly Cutout[], { from, to, perCm, highest, gap, aspect }: Scene) {
  const room = to - from - gap * (cutouts.length - 1)
  const scale = Math.min(
    perCm,
    room / cutouts.reduce((sum, { widthCm }) => sum + widthCm, 0),
    ...cutouts.map(({ widthCm, ratio }) => (highest * ratio) / widthCm),
  )
  const widths = cutouts.map(({ widthCm }) => widthCm * scale)
  const start = to - widths.reduce((sum, width) => sum + width, 0) - gap * (cutouts.length - 1)
  return cutouts.map((cutout, index) => {
    const width = widths[index]!
    return {
      ...cutout,
      srcSet: `${cutout.src} 480w`,
      width,
      left: start + widths.slice(0, index).reduce((sum, other) => sum + other + gap, 0),
      tuck: (width / cutout.ratio) * aspect * cutout.grip,
      tilt: index % 2 === 0 ? 0.6 : -0.5,
    }
  })
}
