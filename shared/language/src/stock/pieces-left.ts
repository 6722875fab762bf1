import { type Pieces, SHARED, type SizeAndColor } from '../events/stock-events.ts'

/* How the lines of a product's stock are sold (decisions S1b): a size and colour from its own line, then from the shared one. */

/** What can still be bought of a product, by line; a line that is not there has nothing left. */
export type PiecesLeft = readonly Readonly<SizeAndColor & { left: number }>[]

/** The sizes and colours that a product comes in; without any, its size or colour is ''. */
export type Offered = Readonly<{ sizes: readonly string[]; colors: readonly string[] }>

export const isSameLine = (one: SizeAndColor, other: SizeAndColor) =>
  one.size === other.size && one.color === other.color
export const isShared = (line: SizeAndColor) => isSameLine(line, SHARED)

/** Whether a product comes in this size and colour. */
export const comesIn = ({ size, color }: SizeAndColor, { sizes, colors }: Offered) =>
  isAmong(size, sizes) && isAmong(color, colors)

/** Whether a size is among a product's sizes, or a colour among its colours. */
export const isAmong = (value: string, values: readonly string[]) =>
  values.length === 0 ? value === '' : values.includes(value)

/** Whether a line's pieces are for sale: the shared line's are, those of a removed size are not. */
export const isSold = (line: SizeAndColor, offered: Offered) => isShared(line) || comesIn(line, offered)

/** How many of a size and colour can be bought: those of its line and the shared ones. */
export const leftOf = (left: PiecesLeft, line: SizeAndColor) => ownLeft(left, line) + sharedLeft(left)

/** How many of a size and colour can be bought beside `others`, which are sizes and colours of the same product. */
export function leftBeside(left: PiecesLeft, line: SizeAndColor, others: readonly Pieces[]) {
  const taken = others.reduce((sum, other) => sum + Math.max(0, other.quantity - ownLeft(left, other)), 0)
  return ownLeft(left, line) + Math.max(0, sharedLeft(left) - taken)
}

/** The same with the pieces of a hold, which its own buyer can still buy. */
export function withHeld(left: PiecesLeft, held: readonly Pieces[]): PiecesLeft {
  return held.reduce<PiecesLeft>((lines, { quantity, ...line }) => {
    const before = lines.find((other) => isSameLine(other, line))?.left ?? 0
    return [...lines.filter((other) => !isSameLine(other, line)), { ...line, left: before + quantity }]
  }, left)
}

const sharedLeft = (left: PiecesLeft) => left.find(isShared)?.left ?? 0
const ownLeft = (left: PiecesLeft, line: SizeAndColor) =>
  isShared(line) ? 0 : (left.find((other) => isSameLine(other, line))?.left ?? 0)

/** The lines that these pieces are taken from; undefined if there are not enough. Each size and colour is named once. */
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
