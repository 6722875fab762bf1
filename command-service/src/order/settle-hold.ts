import { stockStream } from '@shop/language/stock/events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { forEachProduct } from '../checkout/hold-stock.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import type { Order } from './order-state.ts'

/** A repeat changes nothing. */
export async function settleHold(
  commands: CommandHandler,
  { facts }: Order,
  { holdId, as: type }: Readonly<{ holdId: string; as: 'Take' | 'Release' }>,
  metadata: CommandMetadata,
) {
  await forEachProduct(facts.items, (productId) => {
    const settle = { type, productId, checkoutId: holdId } as const
    const own = furtherCommand(metadata, type, holdId, productId)
    return commands.ensure(stockDecider, stockStream(productId), settle, own)
  })
}
