import { accountStream } from '@shop/language/account/events'
import { checkoutStream } from '@shop/language/checkout/events'
import { ShopError } from '@shop/language/errors'
import type { PricedItem } from '@shop/language/events/bought'
import { stockStream } from '@shop/language/stock/events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { HELD_PIECES } from '@shop/server/limits/sizes'
import { accountDecider } from '../account/account-decider.ts'
import type { Cart } from '../cart/cart-state.ts'
import { checkoutDecider } from '../checkout/checkout-decider.ts'
import { type Checkout, holdsPieces } from '../checkout/checkout-state.ts'
import { piecesByProduct } from '../checkout/hold-stock.ts'
import { type WithinBudgets, withoutBudgets } from '../checkout/within-budgets.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { idsOfRecent, valueOfRecentId } from '../handler/recent-ids.ts'
import type { Parts } from '../parts.ts'
import { detailsOf, leftNow } from '../product/offers.ts'
import { HOW_TO_BE_KNOWN, mostOfNewcomer, requireForNewcomer } from '../stock/newcomer-share.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import { createHoldCount } from './count-hold.ts'

const PURCHASES_LOOKED_AT = 10

/** The budgets of unpaid holds (decisions K1). Newcomers (see newcomer-share.ts) also have a budget for each product. */
export function createHeldBudgets({ commands, keys, checkoutTtlMs, piecesInShop }: Parts) {
  const count = piecesInShop && createHoldCount({ commands, keys, checkoutTtlMs, piecesInShop })
  if (!count) return () => withoutBudgets

  return (address: string, metadata: CommandMetadata): WithinBudgets =>
    async (wanted) => {
      const { checkoutId, customerId, cart, items, instead } = wanted
      const purchases = await recentPurchases(commands, cart)
      const newcomer = !(await isKnown(commands, customerId, purchases))
      const pieces = piecesOf(items)
      const waiting = purchases.filter(holdsPieces).reduce((sum, other) => sum + piecesOf(other.items), 0)
      requireWithin(newcomer, pieces, waiting)
      if (newcomer) await requireShares(commands, items, instead?.holdId)
      await count({ address, checkoutId, pieces, instead: instead?.checkoutId }, metadata)
      return newcomer
    }
}

async function isKnown(commands: CommandHandler, customerId: string, purchases: readonly Checkout[]) {
  if (purchases.some(({ status }) => status === 'finalized')) return true
  return (await commands.load(accountDecider, accountStream(customerId))).state.isConfirmed
}

/** The purchases that are paid or wait for the provider. */
async function recentPurchases(commands: CommandHandler, { purchases }: Cart): Promise<readonly Checkout[]> {
  const ids = idsOfRecent(purchases).slice(-PURCHASES_LOOKED_AT)
  const left = ids.filter((id) => valueOfRecentId(purchases, id) === true)
  const found = await Promise.all(left.map((id) => commands.fact(checkoutDecider, checkoutStream(id))))
  return found.flatMap(({ state }) => state ?? [])
}

function requireWithin(newcomer: boolean, pieces: number, waiting: number) {
  const most = newcomer ? HELD_PIECES.newcomer : HELD_PIECES.known
  if (pieces + waiting <= most) return
  const already = waiting > 0 ? `${waiting} are held already. ` : ''
  const fewer = waiting > 0 ? 'Pay for the held pieces first, or buy fewer pieces at once' : 'Buy fewer at once'
  const way = newcomer ? `The limit is higher once you have ${HOW_TO_BE_KNOWN}` : fewer
  throw new ShopError('OUT_OF_STOCK', `You can hold at most ${most} unpaid pieces. ${already}${way}`)
}

async function requireShares(commands: CommandHandler, items: readonly PricedItem[], ownHold: string | undefined) {
  for (const [productId, lines] of piecesByProduct(items)) {
    const offered = await detailsOf(commands, productId)
    if (!offered) continue
    const { state: stock } = await commands.fact(stockDecider, stockStream(productId))
    const most = mostOfNewcomer(stock.lines, await leftNow(commands, productId, ownHold), offered)
    requireForNewcomer(offered.name, lines, most)
  }
}

const piecesOf = (items: readonly PricedItem[]) => items.reduce((sum, { quantity }) => sum + quantity, 0)
