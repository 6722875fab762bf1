/** The pieces that exist without their ground, so that they can hang on the line, by the name of their picture. */
export function cutoutOf(imageUrl: string): Cutout | undefined {
  const file = /\/([\w-]+?)(-\d+)?\.webp$/.exec(imageUrl)?.[1] ?? ''
  const src = urls[`./cutouts/${file}.webp`]
  const shape = shapes[file]
  return src && shape ? { src, ...shape } : undefined
}

export type Cutout = Shape & { src: string }

type Shape = {
  /** Width by height. */
  ratio: number
  /** True width of the cloth. */
  widthCm: number
  /** Where collar or waistband are, along the width, 0 to 1. */
  pegs: readonly [number, number]
  /** How far below the top edge the pegs hold the cloth, in parts of its height. */
  grip: number
}

const urls = import.meta.glob<string>('./cutouts/*.webp', { eager: true, query: '?url', import: 'default' })

const shape = (ratio: number, widthCm: number, peg: number, grip = 0.02): Shape => ({
  ratio,
  widthCm,
  pegs: [peg, 1 - peg],
  grip,
})

const shapes: Readonly<Record<string, Shape>> = {
  'washed-oxford-shirt-blue-front': shape(870 / 900, 78.3, 0.37, 0.055),
  'harbor-stripe-tee-white-front': shape(855 / 900, 68.8, 0.31, 0.03),
  'breton-long-sleeve-tee-white-front': shape(1011 / 900, 74.3, 0.32, 0.035),
  'striped-tank-white-front': shape(673 / 900, 48.1, 0.27),
  'rugby-stripe-sweater-blue-front': shape(1049 / 884, 80.9, 0.33, 0.035),
  'cable-sweater-white-front': shape(1052 / 893, 80.6, 0.33, 0.035),
  'chino-shorts-blue-front': shape(879 / 770, 57.1, 0.2),
  'canvas-shorts-white-front': shape(850 / 648, 55.2, 0.2),
  'awning-stripe-skirt-white-front': shape(834 / 900, 66.2, 0.3),
  'button-front-skirt-red-front': shape(884 / 900, 66.4, 0.3),
  'gingham-day-dress-blue-front': shape(530 / 900, 62.1, 0.3, 0.025),
  'straight-jeans-blue-front': shape(416 / 900, 48.7, 0.15),
  'garment-dyed-chinos-green-front': shape(416 / 900, 48.5, 0.15),
  'denim-trucker-jacket-blue-front': shape(1037 / 900, 80.8, 0.38, 0.065),
  'storm-rain-jacket-red-front': shape(884 / 900, 83, 0.4, 0.06),
  'belted-trench-coat-green-front': shape(658 / 900, 80.7, 0.37, 0.05),
}
