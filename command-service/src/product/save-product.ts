import type { CreateProductBody, EditProductBody } from '@shop/language/api/catalog'
import { toCents } from '@shop/language/api/money'
import { isShopError, ShopError } from '@shop/language/errors'
import { type ProductDetails, productStream } from '@shop/language/events/product-events'
import { stockStream } from '@shop/language/events/stock-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { claim, release } from '../claim/claims.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Folded } from '../handler/folded.ts'
import type { Parts } from '../parts.ts'
import { type StockCommand, stockDecider } from '../stock/stock-decider.ts'
import type { Stock } from '../stock/stock-state.ts'
import { keepPictures } from '../upload/pending-pictures.ts'
import { type Product, type ProductCommand, productDecider } from './product-decider.ts'
import { underOneName } from './two-names.ts'

type Saved = Readonly<{ product: Folded<Product>; stock: Folded<Stock> }>
type Saver = Pick<Parts, 'commands' | 'uploadsFolder'>

/** The state that the form of an edit showed (decisions S4). */
type Seen = Readonly<{ version: number; counts: number; available: number }>

/** Lists a product. A repeat of the command has the same id. */
export async function listProduct(
  { commands, uploadsFolder }: Saver,
  productId: string,
  { countInStock, ...body }: CreateProductBody,
  metadata: CommandMetadata,
): Promise<Saved> {
  const details = { ...detailsIn(underOneName(body)), sku: body.sku ?? '' } as ProductDetails
  const earlier = await commands.answered(productDecider, productStream(productId), metadata)
  if (!earlier) {
    await claimSku(commands, productId, details.sku, metadata)
    await keepPictures(uploadsFolder, details.images)
  }
  // Counted first, so that a product is never shown without its stock.
  const stock = await count(commands, { type: 'Count', productId, available: countInStock }, metadata)
  const list: ProductCommand = { type: 'List', productId, details }
  const product = earlier ?? (await commands.handle(productDecider, productStream(productId), list, metadata))
  return { product, stock }
}

/** Edits a product and counts its stock; a field that is absent stays as it is. */
export async function editProduct(
  { commands, uploadsFolder }: Saver,
  productId: string,
  { countInStock, ...body }: EditProductBody,
  seen: Seen | undefined,
  metadata: CommandMetadata,
): Promise<Saved> {
  const stream = productStream(productId)
  const counted = countInStock === undefined ? undefined : counting(productId, countInStock, seen)
  const earlier = await commands.answered(productDecider, stream, metadata)
  const before = await commands.load(productDecider, stream)
  const stockBefore = await commands.load(stockDecider, stockStream(productId))
  const changes = earlier ? {} : detailsIn(underOneName(body, before.state.details))
  const edit: ProductCommand = { type: 'Edit', productId, changes, seenVersion: seen?.version }
  if (!earlier) {
    // Both are decided before either is appended, so that a refusal leaves nothing half done.
    productDecider.decide(edit, before.state)
    if (counted) stockDecider.decide(counted, stockBefore.state)
    if (changes.sku) await claimSku(commands, productId, changes.sku, metadata)
    await keepPictures(uploadsFolder, changes.images ?? [])
  }
  const product = earlier ?? (await commands.handle(productDecider, stream, edit, metadata))
  const stock = counted ? await count(commands, counted, metadata) : stockBefore
  await releaseSku(commands, productId, before.state.details?.sku, metadata)
  return { product, stock }
}

/** Deletes a product; its stock and its history stay. */
export async function deleteProduct(commands: CommandHandler, productId: string, metadata: CommandMetadata) {
  const sku = (await detailsNow(commands, productId))?.sku
  const command: ProductCommand = { type: 'Delete', productId }
  const product = await commands.handle(productDecider, productStream(productId), command, metadata)
  await releaseSku(commands, productId, sku, metadata)
  return product
}

/** Restores a deleted product as it was. Throws CONFLICT when another product has its SKU now. */
export async function restoreProduct(
  commands: CommandHandler,
  productId: string,
  metadata: CommandMetadata,
): Promise<Saved> {
  const stream = productStream(productId)
  const command: ProductCommand = { type: 'Restore', productId }
  const earlier = await commands.answered(productDecider, stream, metadata)
  if (!earlier) {
    const { state } = await commands.load(productDecider, stream)
    await claimSku(commands, productId, state.deleted?.sku ?? '', metadata)
  }
  const product = earlier ?? (await commands.handle(productDecider, stream, command, metadata))
  return { product, stock: await commands.load(stockDecider, stockStream(productId)) }
}

const counting = (productId: string, countInStock: number, seen: Seen | undefined): StockCommand =>
  seen
    ? { type: 'Adjust', productId, difference: countInStock - seen.available, seenCounts: seen.counts }
    : { type: 'Count', productId, available: countInStock }

const count = (commands: CommandHandler, command: StockCommand, metadata: CommandMetadata) =>
  commands.handle(stockDecider, stockStream(command.productId), command, furtherCommand(metadata, 'count'))

type Body = { [Field in Exclude<keyof ProductDetails, 'priceCents'>]?: ProductDetails[Field] | undefined } & {
  price?: number | undefined
}

function detailsIn({ price, ...rest }: Body): Partial<ProductDetails> {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return { ...given, ...(price !== undefined && { priceCents: toCents(price) }) }
}

const detailsNow = async (commands: CommandHandler, productId: string) =>
  (await commands.load(productDecider, productStream(productId))).state.details

/** SKUs are unique, whatever their case (decisions P7). */
const keyOfSku = (sku: string) => sku.normalize('NFC').toLowerCase()

async function claimSku(commands: CommandHandler, productId: string, sku: string, metadata: CommandMetadata) {
  if (!sku) return
  const key = keyOfSku(sku)
  const holds = async (ownerId: string) => keyOfSku((await detailsNow(commands, ownerId))?.sku ?? '') === key
  try {
    await claim(commands, { kind: 'sku', key, ownerId: productId }, holds, metadata)
  } catch (error) {
    throw isShopError(error, 'CONFLICT') ? new ShopError('CONFLICT', 'Another product has this SKU') : error
  }
}

/** Releases the claim on a former SKU, unless the product still has it. */
async function releaseSku(commands: CommandHandler, productId: string, sku: string | undefined, by: CommandMetadata) {
  const now = (await detailsNow(commands, productId))?.sku ?? ''
  if (!sku || keyOfSku(sku) === keyOfSku(now)) return
  await release(commands, { kind: 'sku', key: keyOfSku(sku), ownerId: productId }, by)
}
