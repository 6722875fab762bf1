import { ShopError } from '@shop/language/errors'
import type { Pieces } from '@shop/language/stock/events'
import type { CountedLines } from '@shop/language/stock/lines'
import { isSold, type Offered, type PiecesLeft } from '@shop/language/stock/pieces-left'

/** A newcomer may always hold up to this many pieces of a product. */
const ALWAYS = 3
/** A product's pieces are divided into this many parts. Only known customers may hold the last part. */
const PARTS = 3

/** Continues a sentence that begins “The limit is higher once you have”. */
export const HOW_TO_BE_KNOWN =
  'paid for an order or confirmed your email address. To get a link for that, choose “Change email” in your profile, and enter the same address'

/**
 * A newcomer has neither a confirmed address nor a paid order (decisions K1). `left` counts the pieces that the account can buy, including
 * the pieces of the account's own earlier hold.
 */
export function mostOfNewcomer(lines: CountedLines, left: PiecesLeft, offered: Offered): number {
  const onHand = lines.reduce((sum, line) => sum + (isSold(line, offered) ? line.onHand : 0), 0)
  const available = left.reduce((sum, line) => sum + (isSold(line, offered) ? line.left : 0), 0)
  return Math.max(ALWAYS, Math.floor(available - onHand / PARTS))
}

/** Throws OUT_OF_STOCK if a newcomer wants more than `most` pieces. `name` is '' if the caller adds the product's name later. */
export function requireForNewcomer(name: string, wanted: readonly Pieces[], most: number) {
  if (wanted.reduce((sum, { quantity }) => sum + quantity, 0) <= most) return
  const message = `${name && `${name}: `}You can hold at most ${most} unpaid pieces of this product. The limit is higher once you have ${HOW_TO_BE_KNOWN}`
  throw new ShopError('OUT_OF_STOCK', message)
}
