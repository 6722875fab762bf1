/**
 * Composes the hero's clothes line: `node web/pictures/compose-hero.ts`. For each breakpoint the garments, their shadows and pegs become
 * one picture. The picture's background is transparent, because the page draws the sky and the thread behind the picture.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

const CUTOUTS = join(import.meta.dirname, '../../shared/demo/cutouts')
const RESULTS = join(import.meta.dirname, '../src/catalog/pictures')
const MAX_BYTES = 90_000

/** All lengths are in hundredths of the scene's width. */
type Piece = {
  file: string
  left: number
  width: number
  /** Positions along the piece's width, 0 to 1. */
  pegs: readonly number[]
  /** Degrees added to the slope of the line. */
  tilt: number
  /** How far the cloth reaches above the line. */
  tuck: number
}
type Scene = {
  name: string
  height: number
  /** The heights of the thread at its start, middle and end. hero.tsx draws the same curve. */
  line: { from: number; middle: number; to: number }
  peg: { width: number; height: number; above: number }
  shadow: { down: number; blur: number }
  widths: readonly number[]
  pieces: readonly Piece[]
}

/** The pieces are in proportion to their true sizes. The heading fits under the short pieces at the left. */
const scenes: readonly Scene[] = [
  {
    name: 'hero-wide',
    height: 41,
    line: { from: 6.1, middle: 7.85, to: 3.5 },
    peg: { width: 0.49, height: 2.1, above: 0.55 },
    shadow: { down: 0.7, blur: 0.5 },
    widths: [1200, 1800, 2400],
    pieces: [
      { file: 'harbor-stripe-tee-white-front', left: 3.4, width: 20, pegs: [0.29, 0.71], tilt: 0.6, tuck: 0.65 },
      { file: 'chino-shorts-blue-front', left: 27, width: 16, pegs: [0.18, 0.82], tilt: -0.5, tuck: 0.45 },
      { file: 'striped-tank-white-front', left: 47.5, width: 14, pegs: [0.26, 0.74], tilt: 0.5, tuck: 0.2 },
      { file: 'garment-dyed-chinos-green-front', left: 66.4, width: 14.4, pegs: [0.14, 0.86], tilt: -0.4, tuck: 0.45 },
      { file: 'gingham-day-dress-blue-front', left: 84, width: 18.4, pegs: [0.34, 0.66], tilt: 0.6, tuck: 0.55 },
    ],
  },
  {
    name: 'hero-phone',
    height: 88,
    line: { from: 14.3, middle: 16.4, to: 10.3 },
    peg: { width: 1.3, height: 5.6, above: 1.5 },
    shadow: { down: 2.6, blur: 1.8 },
    widths: [480, 800, 1200],
    pieces: [
      { file: 'harbor-stripe-tee-white-front', left: 3, width: 62, pegs: [0.29, 0.71], tilt: 0.5, tuck: 1.6 },
      { file: 'chino-shorts-blue-front', left: 69, width: 52, pegs: [0.18, 0.82], tilt: -0.4, tuck: 1 },
    ],
  },
]

for (const scene of scenes) {
  const [fallback = 0] = scene.widths
  const drawing = await sharp(Buffer.from(await draw(scene, Math.max(...scene.widths))))
    .png()
    .toBuffer()
  for (const width of scene.widths) await keep(sharp(drawing).resize({ width }), `${scene.name}-${width}`, 'avif', 60)
  await keep(sharp(drawing).resize({ width: fallback }), `${scene.name}-${fallback}`, 'webp', 80)
}

/** WebP is for the oldest browsers. */
async function keep(picture: Sharp, name: string, format: 'avif' | 'webp', best: number) {
  for (let quality = best; quality > 20; quality -= 8) {
    const bytes = await picture.clone().toFormat(format, { quality }).toBuffer()
    if (bytes.length > MAX_BYTES) continue
    await writeFile(join(RESULTS, `${name}.${format}`), bytes)
    return console.log(`${name}.${format}: ${bytes.length} bytes at quality ${quality}`)
  }
  throw new Error(`${name}: larger than ${MAX_BYTES} bytes at any quality worth showing`)
}

async function draw(scene: Scene, widthPx: number): Promise<string> {
  const pieces = await Promise.all(scene.pieces.map((piece) => hang(piece, scene, widthPx)))
  const { down, blur } = scene.shadow
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" viewBox="0 0 100 ${scene.height}">
    <defs>
      <filter id="shadow" x="-20%" y="-20%" width="140%" height="140%">
        <feGaussianBlur in="SourceAlpha" stdDeviation="${blur}"/>
        <feOffset dy="${down}"/>
        <feColorMatrix values="0 0 0 0 .157  0 0 0 0 .227  0 0 0 0 .376  0 0 0 .16 0"/>
        <feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>
      </filter>
      <linearGradient id="wood"><stop stop-color="#b98f5d"/><stop offset=".45" stop-color="#d9b685"/><stop offset="1" stop-color="#c49a68"/></linearGradient>
    </defs>
    ${pieces.join('\n')}
  </svg>`
}

async function hang({ file, left, width, pegs, tilt, tuck }: Piece, { line, peg }: Scene, widthPx: number) {
  const source = sharp(await readFile(join(CUTOUTS, `${file}.webp`)))
  const cloth = await source
    .resize({ width: Math.round((width / 100) * widthPx) })
    .png()
    .toBuffer({ resolveWithObject: true })
  const height = (width * cloth.info.height) / cloth.info.width
  const middle = left + width / 2
  const top = heightAt(line, middle) - tuck
  const data = `data:image/png;base64,${cloth.data.toString('base64')}`
  return `<g transform="rotate(${slopeAt(line, middle) + tilt} ${middle} ${top})">
    <image filter="url(#shadow)" href="${data}" x="${left}" y="${top}" width="${width}" height="${height}"/>
    ${pegs.map((at) => pegAt(left + at * width, top, peg)).join('')}
  </g>`
}

function pegAt(x: number, top: number, { width, height, above }: Scene['peg']) {
  const y = top - above
  return `<rect x="${x - width / 2}" y="${y}" width="${width}" height="${height}" rx="${width / 7}" fill="url(#wood)"/>
    <rect x="${x - width * 0.64}" y="${y + height * 0.37}" width="${width * 1.28}" height="${height / 10}" fill="#6d6f7c"/>`
}

/** The thread is a quadratic Bézier curve. */
function heightAt({ from, middle, to }: Scene['line'], x: number) {
  const at = Math.min(x, 100) / 100
  return (1 - at) ** 2 * from + 2 * (1 - at) * at * control({ from, middle, to }) + at ** 2 * to
}

function slopeAt(line: Scene['line'], x: number) {
  const at = Math.min(x, 100) / 100
  const rise = 2 * (1 - at) * (control(line) - line.from) + 2 * at * (line.to - control(line))
  return (Math.atan(rise / 100) * 180) / Math.PI
}

function control({ from, middle, to }: Scene['line']) {
  return 2 * middle - (from + to) / 2
}
