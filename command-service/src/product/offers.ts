import { type ProductDetails, productStream } from '@shop/language/events/product-events'
import { stockStream } from '@shop/language/events/stock-events'
import type { CommandHandler } from '../handler/command-handler.ts'
import { availableOf, stockDecider } from '../stock/stock-decider.ts'
import { productDecider } from './product-decider.ts'

/** A product's details, up to a second old; undefined for one that was never listed or is deleted. */
export const detailsOf = async (commands: CommandHandler, productId: string): Promise<ProductDetails | undefined> =>
  (await commands.fact(productDecider, productStream(productId))).state.details

/** The details of several products at once. */
export const detailsOfAll = (commands: CommandHandler, productIds: readonly string[]) =>
  byProduct(productIds, (productId) => detailsOf(commands, productId))

/** How many pieces can still be bought; never below zero. */
export const availableNow = async (commands: CommandHandler, productId: string): Promise<number> =>
  Math.max(0, availableOf((await commands.fact(stockDecider, stockStream(productId))).state))

export const availableOfAll = (commands: CommandHandler, productIds: readonly string[]) =>
  byProduct(productIds, (productId) => availableNow(commands, productId))

async function byProduct<Fact>(productIds: readonly string[], factOf: (productId: string) => Promise<Fact>) {
  const ids = [...new Set(productIds)]
  return new Map(await Promise.all(ids.map(async (id) => [id, await factOf(id)] as const)))
}
