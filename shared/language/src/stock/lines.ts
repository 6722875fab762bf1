import { type Pieces, SHARED, type SizeAndColor, type StockEvent } from './events.ts'
import { isSameLine, isShared, isSold, leftOf, type Offered, type PiecesLeft } from './pieces-left.ts'

/** `onHand` includes the reserved pieces. */
type CountedLine = SizeAndColor & Readonly<{ onHand: number; reserved: number }>
/** The shared line comes first. A line stays even if the product no longer has its size or color. */
export type CountedLines = readonly CountedLine[]

export const noPieces: CountedLines = [{ ...SHARED, onHand: 0, reserved: 0 }]

export const isCountedByLine = (lines: readonly SizeAndColor[]) => lines.length > 1

/** The pieces that can still be bought, by line (decisions S1: reserved stock). */
export const leftIn = (lines: CountedLines): PiecesLeft =>
  lines.map(({ size, color, onHand, reserved }) => ({ size, color, left: onHand - reserved }))

/** With `offered`, lines of removed sizes and colors do not count. */
export const availableOf = (lines: CountedLines, offered?: Offered) =>
  lines.reduce((sum, line) => (offered && !isSold(line, offered) ? sum : sum + line.onHand - line.reserved), 0)

/** The pieces left in each line of a current size and color, without the shared line. */
export const ownLines = (lines: CountedLines, offered: Offered): PiecesLeft =>
  leftIn(lines).filter((line) => !isShared(line) && isSold(line, offered))

/** The sizes that are sold out in every color. */
export const soldOutSizes = (lines: CountedLines, offered: Offered) => soldOut(lines, offered, 'size', offered.sizes)
export const soldOutColors = (lines: CountedLines, offered: Offered) => soldOut(lines, offered, 'color', offered.colors)

function soldOut(lines: CountedLines, offered: Offered, by: keyof SizeAndColor, values: readonly string[]) {
  const left = leftIn(lines).filter((line) => line.left > 0 && isSold(line, offered))
  if (left.some(isShared)) return []
  const those = new Set(left.map((line) => line[by]))
  return values.filter((value) => !those.has(value))
}

/** How many pieces are left of the scarcest size and color. If there is only the shared line, counts the shared line. */
export function fewestLeft(lines: CountedLines, offered: Offered): number {
  const left = leftIn(lines)
  const own = ownLines(lines, offered).map((line) => leftOf(left, line))
  return own.length > 0 ? Math.min(...own) : availableOf(lines, offered)
}

export function linesAfter(lines: CountedLines, { type, data }: StockEvent): CountedLines {
  switch (type) {
    case 'StockCounted':
      // A count does not include the reserved pieces.
      return changed(lines, data, ({ reserved }) => ({ onHand: data.available + reserved }))
    case 'StockAdjusted':
      return changed(lines, data, ({ onHand }) => ({ onHand: onHand + data.difference }))
    case 'StockReceived':
      return changed(lines, data, ({ onHand }) => ({ onHand: onHand + data.quantity }))
    case 'StockReserved':
      return moved(lines, data.lines, { reserved: 1 })
    case 'ReservationReleased':
      return moved(lines, data.lines, { reserved: -1 })
    case 'StockTaken':
      return moved(lines, data.lines, { reserved: -1, onHand: -1 })
    case 'StockReturned':
      return moved(lines, data.lines, { onHand: 1 })
  }
}

const moved = (lines: CountedLines, pieces: readonly Pieces[], { onHand = 0, reserved = 0 }) =>
  pieces.reduce(
    (after, { quantity, ...line }) =>
      changed(after, line, (before) => ({
        onHand: before.onHand + onHand * quantity,
        reserved: before.reserved + reserved * quantity,
      })),
    lines,
  )

function changed(
  lines: CountedLines,
  { size, color }: SizeAndColor,
  become: (line: CountedLine) => Partial<CountedLine>,
): CountedLines {
  const index = lines.findIndex((other) => isSameLine(other, { size, color }))
  const before = lines[index] ?? { size, color, onHand: 0, reserved: 0 }
  const after = { ...before, ...become(before) }
  return index < 0 ? [...lines, after] : lines.with(index, after)
}
