import { type Pieces, SHARED, type SizeAndColor } from './events.ts'

/* A size and color is sold from its own line first, and then from the shared line (decisions S1b: lines of stock). */

/** The pieces that can still be bought, by line. A missing line has no pieces. */
export type PiecesLeft = readonly Readonly<SizeAndColor & { left: number }>[]

/** Empty `sizes` or `colors`: the product's pieces have the size or color ''. */
export type Offered = Readonly<{ sizes: readonly string[]; colors: readonly string[] }>

export const isSameLine = (one: SizeAndColor, other: SizeAndColor) =>
  one.size === other.size && one.color === other.color
export const isShared = (line: SizeAndColor) => isSameLine(line, SHARED)

export const comesIn = ({ size, color }: SizeAndColor, { sizes, colors }: Offered) =>
  isAmong(size, sizes) && isAmong(color, colors)

/** `values`: the product's sizes, or its colors. Empty `values` allow only ''. */
export const isAmong = (value: string, values: readonly string[]) =>
  values.length === 0 ? value === '' : values.includes(value)

/** Pieces of the shared line are always for sale; pieces of a removed size or color are not. */
export const isSold = (line: SizeAndColor, offered: Offered) => isShared(line) || comesIn(line, offered)

export const leftOf = (left: PiecesLeft, line: SizeAndColor) => ownLeft(left, line) + sharedLeft(left)

/** The pieces that can be bought in addition to `others`, which are other sizes and colors of the same product. */
export function leftBeside(left: PiecesLeft, line: SizeAndColor, others: readonly Pieces[]) {
  const taken = others.reduce((sum, other) => sum + Math.max(0, other.quantity - ownLeft(left, other)), 0)
  return ownLeft(left, line) + Math.max(0, sharedLeft(left) - taken)
}

/** Adds the pieces of a hold to the pieces left, for the buyer who has this hold. */
export function withHeld(left: PiecesLeft, held: readonly Pieces[]): PiecesLeft {
  return held.reduce<PiecesLeft>((lines, { quantity, ...line }) => {
    const before = lines.find((other) => isSameLine(other, line))?.left ?? 0
    return [...lines.filter((other) => !isSameLine(other, line)), { ...line, left: before + quantity }]
  }, left)
}

const sharedLeft = (left: PiecesLeft) => left.find(isShared)?.left ?? 0
const ownLeft = (left: PiecesLeft, line: SizeAndColor) =>
  isShared(line) ? 0 : (left.find((other) => isSameLine(other, line))?.left ?? 0)

/** The lines from which the wanted pieces are taken; undefined if there are too few. `wanted` must name each size and color only once. */
export function drawnFrom(left: PiecesLeft, wanted: readonly Pieces[]): readonly Pieces[] | undefined {
  const own = wanted.map(({ size, color, quantity }) => {
    const line = { size, color }
    return { ...line, quantity: Math.min(quantity, ownLeft(left, line)) }
  })
  const pieces = (of: readonly Pieces[]) => of.reduce((sum, { quantity }) => sum + quantity, 0)
  const quantity = pieces(wanted) - pieces(own)
  if (quantity > sharedLeft(left)) return undefined
  return [...own, { ...SHARED, quantity }].filter((drawn) => drawn.quantity > 0)
}
