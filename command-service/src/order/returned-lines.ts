import { type Pieces, type ProductPieces, SHARED } from '@shop/language/events/stock-events'
import { drawnFrom, isSameLine, isShared } from '@shop/language/stock/pieces-left'

/**
 * The lines of a product's stock to which pieces of an order return: those that they were taken from (decisions S1b). Of one
 * size and colour the first pieces came from its own line, the others from the shared one; `returned` of them are back already.
 */
export function returnedLines(
  taken: readonly ProductPieces[],
  productId: string,
  pieces: readonly (Pieces & { returned?: number })[],
): readonly Pieces[] {
  const own = taken.filter((line) => line.productId === productId && !isShared(line))
  const out = own.map(({ size, color, quantity }) => {
    const returned = pieces.find((line) => isSameLine(line, { size, color }))?.returned ?? 0
    return { size, color, left: Math.max(0, quantity - returned) }
  })
  // The shared line takes all the others, so that none is without a line.
  return drawnFrom([...out, { ...SHARED, left: Number.POSITIVE_INFINITY }], pieces) ?? []
}
