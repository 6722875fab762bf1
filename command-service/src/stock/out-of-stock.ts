import { ShopError } from '@shop/language/errors'
import { type Pieces, SHARED, type SizeAndColor } from '@shop/language/stock/events'
import { isCountedByLine } from '@shop/language/stock/lines'
import { leftBeside, leftOf, type PiecesLeft } from '@shop/language/stock/pieces-left'

/** Says how many pieces of this size and color are left (decisions S2), and how many of them the cart has. */
export const outOfStock = (productId: string, left: PiecesLeft, line: SizeAndColor, inCart = 0) =>
  refusal(productId, line, leftOf(left, line), isCountedByLine(left), inCart)

/**
 * The refusal for the first wanted line that has too few pieces. If there are enough pieces without the other lines, the
 * message counts only the pieces that the other lines leave.
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

function refusal(productId: string, { size, color }: SizeAndColor, left: number, named: boolean, inCart = 0) {
  const message = `${left > 0 ? `Only ${left} left` : 'Sold out'}${named ? ` in ${inWords({ size, color })}` : ''}`
  const had = left > 0 && inCart > 0 ? `. Your cart already has ${inCart}` : ''
  return new ShopError('OUT_OF_STOCK', message + had, { details: { productId, size, color, left } })
}

export const inWords = ({ size, color }: SizeAndColor) => [size, color].filter(Boolean).join(', ')
