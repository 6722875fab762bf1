import { expect, test } from 'vitest'
import { boxOf } from './cut-out.ts'
import { groundOf } from './ground.ts'

test('white cloth is told from a ground as white by its edge, where the light rises out of its shadow', () => {
  expect(pieceIn(pictureOf(({ cloth, shadow }) => (cloth ? 232 : 232 - shadow)))).toEqual(GARMENT)
})

test('grey cloth is told from the ground by the fall of light at its edge', () => {
  expect(pieceIn(pictureOf(({ cloth, shadow }) => (cloth ? 190 : 232 - shadow)))).toEqual(GARMENT)
})

test('cloth as light as its own shadow is told from it by its color', () => {
  expect(pieceIn(pictureOf(({ cloth, shadow }) => (cloth ? [216, 220, 232] : 232 - shadow)))).toEqual(GARMENT)
})

test('a crack in the edge, thinner than a seam, does not open the cloth', () => {
  const hem = 240
  const inside = 222
  const picture = pictureOf(({ cloth, depth, shadow, y }) =>
    cloth ? (depth > 1 || y === 60 ? inside : hem) : 232 - shadow,
  )
  expect(pieceIn(picture)).toEqual(GARMENT)
  expect(groundOf(picture)[100 * WIDTH + 80]).toBe(0)
})

test('a speck beside the garment is no part of it', () => {
  const picture = pictureOf(({ cloth, shadow, x, y }) => (x === 10 && y === 10 ? 90 : cloth ? 242 : 232 - shadow))
  expect(pieceIn(picture)).toEqual(GARMENT)
})

test('a picture without a plain ground has no piece to cut out', () => {
  const picture = pictureOf(({ x, y }) => (x * 37 + y * 91) % 256)
  expect(pieceIn(picture)).toBeUndefined()
})

const WIDTH = 160
const HEIGHT = 200
const GARMENT = { left: 40, top: 50, width: 81, height: 101 }

type Spot = {
  x: number
  y: number
  cloth: boolean
  /** In pixels from the edge of the cloth. */
  depth: number
  /** Beside the edge of the cloth, fading within some pixels. */
  shadow: number
}

function pictureOf(lightAt: (spot: Spot) => number | number[]) {
  const data = new Uint8Array(WIDTH * HEIGHT * 4)
  for (let place = 0; place < WIDTH * HEIGHT; place++) {
    const [x, y] = [place % WIDTH, Math.floor(place / WIDTH)]
    const light = lightAt({ x, y, ...edgeAt(x, y) })
    data.set(typeof light === 'number' ? [light, light, light] : light, place * 4)
  }
  return { data, width: WIDTH, height: HEIGHT }
}

function edgeAt(x: number, y: number) {
  const { left, top, width, height } = GARMENT
  const away = Math.max(left - x, x - (left + width - 1), top - y, y - (top + height - 1))
  return { cloth: away <= 0, depth: -away, shadow: Math.max(0, 12 - 2 * away) }
}

const pieceIn = (picture: ReturnType<typeof pictureOf>) => boxOf(groundOf(picture), picture)
