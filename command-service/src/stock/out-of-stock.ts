import { ShopError } from '@shop/language/errors'
import { type Pieces, SHARED, type SizeAndColor } from '@shop/language/stock/events'
import { isCountedByLine } from '@shop/language/stock/lines'
import { leftBeside, leftOf, type PiecesLeft } from '@shop/language/stock/pieces-left'

/**
 * The refusal for too little stock, in a cart or at checkout. The refusal says how many pieces of this size and color are left (decisions
 * S2).
 */
export const outOfStock = (productId: string, left: PiecesLeft, line: SizeAndColor) =>
  refusal(productId, line, leftOf(left, line), isCountedByLine(left))

/**
 * The refusal for the first of these sizes and colors that has too few pieces. The refusal says how many pieces of this size and color are
 * left. If this size and color would have enough pieces without the other lines, the number excludes the shared pieces that the other lines
 * need.
 */
export function tooFew(productId: string, left: PiecesLeft, wanted: readonly Pieces[]) {
  const beside = wanted.map((line) => ({
    ...line,
    most: leftBeside(
      left,
      line,
      wanted.filter((other) => other !== line),
    ),
  }))
  const short = beside.find(({ quantity, most }) => quantity > most) ?? { ...SHARED, quantity: 0, most: 0 }
  const alone = leftOf(left, short)
  return refusal(productId, short, short.quantity > alone ? alone : short.most, isCountedByLine(left))
}

function refusal(productId: string, { size, color }: SizeAndColor, left: number, named: boolean) {
  const message = `${left > 0 ? `Only ${left} left` : 'Sold out'}${named ? ` in ${inWords({ size, color })}` : ''}`
  return new ShopError('OUT_OF_STOCK', message, { details: { productId, size, color, left } })
}

/** A text such as "M, Red", or only the size or the color if the product has only one of them. */
export const inWords = ({ size, color }: SizeAndColor) => [size, color].filter(Boolean).join(', ')
