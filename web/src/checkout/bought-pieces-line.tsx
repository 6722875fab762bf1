import type { OrderItem } from '@shop/language/api/checkout'
import { useQuery } from '@tanstack/react-query'
import { ClothesLine } from '../ui/clothes-line.tsx'
import { type Cutout, cutOut } from './cut-out.ts'

/** The bought pieces on the clothes line, beside the heading or on a phone above it. A piece that cannot be cut out is left out. */
export function BoughtPiecesLine({ items }: { items: readonly OrderItem[] }) {
  const pictures = [...new Set(items.map(({ image }) => image))].slice(0, AT_MOST)
  const { data: cutouts = [] } = useQuery({
    queryKey: ['cut-outs', pictures],
    queryFn: async () => (await Promise.all(pictures.map(cutOut))).filter((cut) => cut !== undefined),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <ClothesLine {...narrow} pieces={hung(cutouts, narrow)} className="bottom-auto h-[390px] md:hidden" />
      <ClothesLine {...wide} pieces={hung(cutouts, wide)} className="bottom-auto hidden h-[36.4vw] md:block" />
    </>
  )
}

const AT_MOST = 3
/** Pictures show long pieces a little smaller than short ones: on the line they are long again. */
const LONG = 0.62
const LONGER = 1.12

/** From where to where pieces may hang, in percent of the width; percent of the width for the width of a picture, at most. */
type Scene = {
  line: { from: number; to: number; sag: number }
  from: number
  to: number
  perPicture: number
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
  perPicture: 20.8,
  highest: 30,
  gap: 2,
  aspect: 2.75,
}
const narrow: Scene = {
  line: { from: 11.5, to: 9, sag: 3.4 },
  from: 3,
  to: 96,
  perPicture: 56,
  highest: 46,
  gap: 3,
  aspect: 1,
}

/** Side by side in equal distances, drawn smaller together where they would not fit. */
function hung(cutouts: readonly Cutout[], { from, to, perPicture, highest, gap, aspect }: Scene) {
  const sizes = cutouts.map(({ ratio, size }) => (ratio < LONG ? size * LONGER : size))
  const room = to - from - gap * (cutouts.length - 1)
  const scale = Math.min(
    perPicture,
    room / sizes.reduce((sum, size) => sum + size, 0),
    ...cutouts.map(({ ratio }, index) => (highest * ratio) / sizes[index]!),
  )
  const widths = sizes.map((size) => size * scale)
  const free = (room - widths.reduce((sum, width) => sum + width, 0)) / (cutouts.length + 1)
  return cutouts.map((cutout, index) => {
    const width = widths[index]!
    return {
      ...cutout,
      width,
      left: from + free + widths.slice(0, index).reduce((sum, other) => sum + other + gap + free, 0),
      tuck: (width / cutout.ratio) * aspect * cutout.grip,
      tilt: index % 2 === 0 ? 0.6 : -0.5,
    }
  })
}
