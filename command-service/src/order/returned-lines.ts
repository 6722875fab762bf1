import { type Pieces, type ProductPieces, SHARED } from '@shop/language/stock/events'
import { drawnFrom, isSameLine, isShared } from '@shop/language/stock/pieces-left'

/**
 * The stock lines to which pieces of an order return: first the line of their size and color, then the shared line (decisions S1b). `out`:
 * the lines from which the pieces were taken.
 */
export function returnedLines(
  out: readonly ProductPieces[],
  productId: string,
  pieces: readonly Pieces[],
): readonly Pieces[] {
  const left: { size: string; color: string; left: number }[] = []
  for (const { size, color, quantity } of out.filter((line) => line.productId === productId && !isShared(line))) {
    const known = left.find((line) => isSameLine(line, { size, color }))
    if (known) known.left += quantity
    else left.push({ size, color, left: quantity })
  }
  return drawnFrom([...left, { ...SHARED, left: Number.POSITIVE_INFINITY }], pieces) ?? []
}
