import { invalidField } from '@shop/language/errors'
import { productStream } from '@shop/language/product/events'
import type { ReceiveStockBody } from '@shop/language/stock/api'
import { stockStream } from '@shop/language/stock/events'
import { isSold } from '@shop/language/stock/pieces-left'
import { toCents } from '@shop/language/values/money'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type * as z from 'zod'
import type { CommandHandler } from '../handler/command-handler.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import { productDecider, unknownProduct } from './product-decider.ts'

export async function receiveStock(
  commands: CommandHandler,
  productId: string,
  { cost, size, color, quantity = 0, lines = [{ size, color, quantity }] }: z.output<typeof ReceiveStockBody>,
  metadata: CommandMetadata,
) {
  const product = await commands.load(productDecider, productStream(productId))
  const { details } = product.state
  if (!details) throw unknownProduct()
  if (!lines.every((line) => isSold(line, details)))
    throw invalidField('size', 'This product does not have this size and color')
  const costCents = typeof cost === 'number' ? toCents(cost) : undefined
  const receive = { type: 'Receive', productId, lines, costCents } as const
  return { product, stock: await commands.handle(stockDecider, stockStream(productId), receive, metadata) }
}
