import { groundOf, type Mask, type Pixels } from './ground.ts'

export type Cutout = Shape & { src: string }

type Shape = {
  /** Width by height. */
  ratio: number
  /** Its width in the picture, 0 to 1: all pictures show garments at about the same scale. */
  size: number
  /** Where it is pegged, along the width, 0 to 1. */
  pegs: readonly [number, number]
  /** How far below the top edge the pegs hold the cloth, in parts of its height. */
  grip: number
}

const WIDTH = 480
const HEIGHT = 600

/** A garment without the ground of its picture; none for a picture that has no plain ground. */
export async function cutOut(url: string): Promise<Cutout | undefined> {
  try {
    const image = new Image(WIDTH, HEIGHT)
    image.src = url.replace(/^(\/(?:pictures|uploads)\/.+)-1200\.webp$/, `$1-${WIDTH}.webp`)
    await image.decode()
    return cutOutOf(image)
  } catch {
    // A picture that does not load, or is of another origin without CORS, is left out.
    return undefined
  }
}

function cutOutOf(image: HTMLImageElement): Cutout | undefined {
  const whole = sheet(WIDTH, HEIGHT)
  whole.drawImage(image, 0, 0, WIDTH, HEIGHT)
  const pixels = whole.getImageData(0, 0, WIDTH, HEIGHT)
  const ground = groundOf(pixels)
  const box = boxOf(ground, pixels)
  if (!box) return undefined

  feather(pixels, ground)
  const cut = sheet(box.width, box.height)
  cut.putImageData(pixels, -box.left, -box.top)
  return {
    src: cut.canvas.toDataURL('image/webp', 0.9),
    ratio: box.width / box.height,
    size: box.width / WIDTH,
    ...pegsOf(ground, box),
  }
}

function sheet(width: number, height: number): CanvasRenderingContext2D {
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', {
    willReadFrequently: true,
  })
  if (!context) throw new Error('This browser does not draw')
  return context
}

type Box = { left: number; top: number; width: number; height: number }

/** A garment lies within its picture; what touches a border, or is next to nothing, is something else. */
export function boxOf(ground: Mask, { width, height }: Pick<Pixels, 'width' | 'height'>): Box | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let place = ground.indexOf(0); place >= 0; place = ground.indexOf(0, place + 1)) {
    const [x, y] = [place % width, Math.floor(place / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = y
  }
  const box = { left, top, width: right - left + 1, height: bottom - top + 1 }
  const lies = left > 1 && top > 1 && right < width - 2 && bottom < height - 2
  return lies && box.width > width / 6 && box.height > height / 6 ? box : undefined
}

/** How far below its highest point cloth may be and still be part of the collar or the waistband. */
const BAND = 0.07

/** At both ends of what is highest: collar side or waistband. */
export function pegsOf(ground: Mask, { left, top, width, height }: Box): Pick<Shape, 'pegs' | 'grip'> {
  const depths = Array.from({ length: width }, (_, x) => {
    let depth = 0
    while (depth < height && ground[(top + depth) * WIDTH + left + x]) depth++
    return depth / height
  })
  const band = depths.flatMap((depth, x) => (depth <= BAND ? [x] : []))
  const from = band[0] ?? 0
  const to = band.at(-1) ?? width - 1
  const inset = (to - from) * 0.14
  const ends = [from + inset, to - inset] as const
  return {
    pegs: [ends[0] / width, ends[1] / width],
    grip: 0.012 + Math.max(...ends.map((end) => depths[Math.round(end)]!)),
  }
}

/** The outermost pixels hold light of the ground: they go, and the next ones are thinned. */
function feather({ data, width }: Pixels, ground: Mask) {
  for (let place = 0; place < ground.length; place++) {
    let beside = 0
    for (const other of [-1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1])
      beside += ground[place + other] ?? 1
    if (ground[place] || beside > 0) data[place * 4 + 3] = ground[place] ? 0 : Math.max(0, 160 - 40 * beside)
  }
}
