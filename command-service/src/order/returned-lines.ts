import { type Pieces, type ProductPieces, SHARED } from '@shop/language/events/stock-events'
import { drawnFrom, isSameLine, isShared } from '@shop/language/stock/pieces-left'

/**
 * The lines of a product's stock to which pieces of an order return: those that its pieces are `out` of (decisions S1b), first the own line of
 * their size and colour, then the shared one.
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
  // The shared line takes all the others, so that none is without a line.
  return drawnFrom([...left, { ...SHARED, left: Number.POSITIVE_INFINITY }], pieces) ?? []
}
