import { ShopError } from '@shop/language/errors'
import type { Pieces } from '@shop/language/events/stock-events'
import { isSold, type Offered, type PiecesLeft } from '@shop/language/stock/pieces-left'
import type { CountedLines } from '@shop/language/stock/stock-lines'

/** So many pieces of a product everybody may hold. */
const ALWAYS = 3
/** The last of so many parts of a product's pieces is for customers who have shown who they are. */
const PARTS = 3

/** What lifts the bounds of an account that has shown nothing. */
export const HOW_TO_BE_KNOWN =
  'paid for an order, or confirmed your email address: “Change email” in your profile, with the same address, sends you a link'

/**
 * How many pieces of a product an account may hold that has neither a confirmed address nor a paid order (decisions K1). `left` is what is
 * available to it, with its own earlier hold.
 */
export function mostOfNewcomer(lines: CountedLines, left: PiecesLeft, offered: Offered): number {
  const onHand = lines.reduce((sum, line) => sum + (isSold(line, offered) ? line.onHand : 0), 0)
  const available = left.reduce((sum, line) => sum + (isSold(line, offered) ? line.left : 0), 0)
  return Math.max(ALWAYS, Math.floor(available - onHand / PARTS))
}

/** Throws OUT_OF_STOCK for more pieces of a product. `name` is the product's, where the refusal is not given it later. */
export function requireForNewcomer(name: string, wanted: readonly Pieces[], most: number) {
  if (wanted.reduce((sum, { quantity }) => sum + quantity, 0) <= most) return
  const message = `${name && `${name}: `}At most ${most} of these can wait for a payment of yours now. More can once you have ${HOW_TO_BE_KNOWN}`
  throw new ShopError('OUT_OF_STOCK', message)
}
