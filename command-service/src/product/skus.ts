import { invalidField, isShopError, ShopError } from '@shop/language/errors'
import { type ProductDetails, productStream } from '@shop/language/product/events'
import { skuOf } from '@shop/language/product/view'
import type { StockRow } from '@shop/language/stock/api'
import { comesIn, isSameLine, type Offered } from '@shop/language/stock/pieces-left'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { claim, release } from '../claim/claims.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { productDecider } from './product-decider.ts'

/* A SKU belongs to at most one product or stock line, regardless of case (decisions P7 and decisions S1b). */

type Numbered = Pick<ProductDetails, 'sku' | 'lineSkus'>

/** Undefined if no SKU changes. Throws VALIDATION_FAILED for a size or color that the product does not have. */
export function lineSkusAfter(
  before: ProductDetails['lineSkus'],
  rows: readonly StockRow[] = [],
  offered: Offered,
): ProductDetails['lineSkus'] | undefined {
  const changed = rows.filter((row) => row.sku !== undefined && row.sku !== skuOf({ lineSkus: before }, row))
  if (changed.length === 0) return undefined
  for (const row of changed) if (!isLine(row, offered)) throw notALine(rows.indexOf(row))
  const kept = before.filter((line) => !changed.some((row) => isSameLine(row, line)))
  return [...kept, ...changed.flatMap(({ size, color, sku = '' }) => (sku ? [{ size, color, sku }] : []))]
}

/** Throws CONFLICT if another line or product has one of the new SKUs. */
export async function claimSkus(
  commands: CommandHandler,
  productId: string,
  { after, before }: { after: Numbered; before?: Numbered | undefined },
  metadata: CommandMetadata,
) {
  const keys = keysOf(after)
  if (new Set(keys).size < keys.length) throw taken('This product has the same SKU twice')
  const known = new Set(before && keysOf(before))
  for (const key of keys) if (!known.has(key)) await claimSku(commands, productId, key, metadata)
}

export async function releaseSkus(
  commands: CommandHandler,
  productId: string,
  before: Numbered | undefined,
  metadata: CommandMetadata,
) {
  if (!before) return
  const now = await keysNow(commands, productId)
  for (const key of keysOf(before))
    if (!now.includes(key)) await release(commands, { kind: 'sku', key, ownerId: productId }, metadata)
}

async function claimSku(commands: CommandHandler, productId: string, key: string, metadata: CommandMetadata) {
  const holds = async (ownerId: string) => (await keysNow(commands, ownerId)).includes(key)
  try {
    await claim(commands, { kind: 'sku', key, ownerId: productId }, holds, metadata)
  } catch (error) {
    throw isShopError(error, 'CONFLICT') ? taken('Another product has this SKU') : error
  }
}

async function keysNow(commands: CommandHandler, productId: string) {
  const { details } = (await commands.load(productDecider, productStream(productId))).state
  return details ? keysOf(details) : []
}

const keysOf = ({ sku, lineSkus }: Numbered) =>
  [sku, ...lineSkus.map((line) => line.sku)].filter(Boolean).map((text) => text.normalize('NFC').toLowerCase())

/** The shared line has the product's SKU. */
const isLine = (row: StockRow, offered: Offered) => comesIn(row, offered) && (row.size !== '' || row.color !== '')

const taken = (message: string) => new ShopError('CONFLICT', message)

function notALine(index: number) {
  const message = 'This product does not have this size and color'
  const path = `stock.${index}.sku`
  return invalidField(path, message, `${path}: ${message}`)
}
