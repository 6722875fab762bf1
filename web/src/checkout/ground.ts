export type Pixels = { data: Uint8Array | Uint8ClampedArray; width: number; height: number }

/** 1 for each pixel of a kind, 0 for every other, row by row. */
export type Mask = Uint8Array

/**
 * Which pixels of a garment's picture are the ground it lies on.
 *
 * The ground is nearly white, and so is many a garment: no colour tells them apart. But the ground only changes
 * slowly, and towards the garment, in whose shadow it lies, it only darkens. So we walk in from the borders over steps
 * that hardly rise and never fall sharply. At the edge of white cloth the light rises, at the edge of any other it
 * falls or has a colour. Where noise has opened a crack in an edge, the walk would creep into the cloth: ground is
 * only what a square as wide as a seam can still reach. In the end everything but the largest piece is ground too.
 */
export function groundOf(pixels: Pixels): Mask {
  const { light, tint } = lightOf(pixels)
  const found = fromBorders(pixels, (next, here) => {
    const rise = light[next]! - light[here]!
    const most = light[here]! > BRIGHT ? RISE_OF_BRIGHT : RISE
    return rise <= most && rise >= -FALL && tint[next]! < TINT && light[next]! > DARKEST && light[next]! < BRIGHTEST
  })
  const seam = Math.max(1, Math.round(pixels.width / 160))
  const nearCloth = grown(inverse(found), pixels, seam)
  const open = fromBorders(pixels, (next) => nearCloth[next] === 0)
  const reached = grown(open, pixels, seam)
  return inverse(
    largestPiece(
      found.map((is, place) => is & reached[place]!),
      pixels,
    ),
  )
}

/** Light from 0 to 255; what the codec itself adds is a step of one, of four thirds in the brightest ground. */
const RISE = 1.01
const RISE_OF_BRIGHT = 1.4
const BRIGHT = 232.4
const FALL = 7
const TINT = 13
const DARKEST = 150
const BRIGHTEST = 236

function lightOf({ data, width, height }: Pixels) {
  const light = new Float32Array(width * height)
  const tint = new Uint8Array(width * height)
  for (let place = 0; place < light.length; place++) {
    const [red, green, blue] = [data[place * 4]!, data[place * 4 + 1]!, data[place * 4 + 2]!]
    light[place] = (2 * red + 3 * green + blue) / 6
    tint[place] = Math.max(red, green, blue) - Math.min(red, green, blue)
  }
  return { light, tint }
}

function fromBorders(pixels: Pixels, may: Walk['may']): Mask {
  const been = new Uint8Array(pixels.width * pixels.height)
  walk({ width: pixels.width, from: bordersOf(pixels), may, been })
  return been
}

function* bordersOf({ width, height }: Pixels) {
  for (let x = 0; x < width; x++) yield* [x, (height - 1) * width + x]
  for (let y = 0; y < height; y++) yield* [y * width, y * width + width - 1]
}

type Walk = {
  width: number
  from: Iterable<number>
  may: (next: number, here: number) => boolean
  /** Is filled in; what is in it already is not gone to again. */
  been: Mask
}

/** Everything that can be reached in steps to the side, up and down; gives how much it was. Where it begins needs no leave. */
function walk({ width, from, may, been }: Walk): number {
  const ahead: number[] = []
  let size = 0
  const go = (place: number) => {
    been[place] = 1
    ahead.push(place)
    size++
  }
  for (const place of from) if (!been[place]) go(place)
  for (let here = ahead.pop(); here !== undefined; here = ahead.pop()) {
    const x = here % width
    if (x > 0 && !been[here - 1] && may(here - 1, here)) go(here - 1)
    if (x < width - 1 && !been[here + 1] && may(here + 1, here)) go(here + 1)
    if (here >= width && !been[here - width] && may(here - width, here)) go(here - width)
    if (here < been.length - width && !been[here + width] && may(here + width, here)) go(here + width)
  }
  return size
}

/** Every pixel with one of the mask in the square around it. */
function grown(mask: Mask, { width, height }: Pixels, radius: number): Mask {
  const rows = new Uint8Array(mask.length)
  const square = new Uint8Array(mask.length)
  for (let place = 0; place < mask.length; place++) {
    if (!mask[place]) continue
    const x = place % width
    rows.fill(1, place - Math.min(x, radius), place + Math.min(width - 1 - x, radius) + 1)
  }
  for (let place = 0; place < mask.length; place++) {
    if (!rows[place]) continue
    const y = Math.floor(place / width)
    for (let other = Math.max(0, y - radius); other <= Math.min(height - 1, y + radius); other++)
      square[place + (other - y) * width] = 1
  }
  return square
}

const inverse = (mask: Mask): Mask => mask.map((is) => 1 - is)

function largestPiece(ground: Mask, { width }: Pixels): Mask {
  const isCloth = (place: number) => ground[place] === 0
  const seen = ground.slice()
  let [largest, most] = [-1, 0]
  for (let place = seen.indexOf(0); place >= 0; place = seen.indexOf(0, place)) {
    const size = walk({ width, from: [place], may: isCloth, been: seen })
    if (size > most) [largest, most] = [place, size]
  }
  const piece = new Uint8Array(ground.length)
  walk({ width, from: largest < 0 ? [] : [largest], may: isCloth, been: piece })
  return piece
}
