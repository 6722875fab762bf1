import { type Pieces, SHARED } from '@shop/language/events/stock-events'
import { isSameLine, isShared } from '@shop/language/stock/pieces-left'
import type { TakenPieces } from '../checkout/checkout-state.ts'

/**
 * The lines of a product's stock to which pieces of an order return: those that they were taken from (decisions S1b). Of one
 * size and colour the first pieces came from its own line, the others from the shared one; `returned` of them are back already.
 */
export function returnedLines(
  taken: readonly TakenPieces[],
  productId: string,
  pieces: readonly (Pieces & { returned?: number })[],
): readonly Pieces[] {
  const own = pieces.map(({ size, color, quantity, returned = 0 }) => {
    const line = { size, color }
    const came = isShared(line) ? undefined : taken.find((of) => of.productId === productId && isSameLine(of, line))
    const left = Math.max(0, (came?.quantity ?? 0) - returned)
    return { ...line, quantity: Math.min(quantity, left) }
  })
  const count = (of: readonly Pieces[]) => of.reduce((sum, { quantity }) => sum + quantity, 0)
  return [...own, { ...SHARED, quantity: count(pieces) - count(own) }].filter(({ quantity }) => quantity > 0)
}
