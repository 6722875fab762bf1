import type { CreateProductBody, EditProductBody } from '@shop/language/product/api'
import { type ProductDetails, productStream } from '@shop/language/product/events'
import { stockStream } from '@shop/language/stock/events'
import { toCents } from '@shop/language/values/money'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Folded } from '../handler/folded.ts'
import type { Parts } from '../parts.ts'
import { type StockCommand, stockDecider } from '../stock/stock-decider.ts'
import { noStock, type Stock } from '../stock/stock-state.ts'
import { keepPictures } from '../upload/pending-pictures.ts'
import { countingOf, type SeenStock } from './count-stock.ts'
import { type Product, type ProductCommand, productDecider, unknownProduct } from './product-decider.ts'
import { claimSkus, lineSkusAfter, releaseSkus } from './skus.ts'
import { underOneName } from './two-names.ts'

type Saved = Readonly<{ product: Folded<Product>; stock: Folded<Stock> }>
type Saver = Pick<Parts, 'commands' | 'uploadsFolder'>

/** The product and stock that the edit form showed (decisions S4). */
type Seen = SeenStock & Readonly<{ version: number }>

/** `productId` is derived from the command's id, so a repeated command lists the same product. */
export async function listProduct(
  { commands, uploadsFolder }: Saver,
  productId: string,
  { countInStock, stock: rows, ...body }: CreateProductBody,
  metadata: CommandMetadata,
): Promise<Saved> {
  const given = detailsIn(underOneName(body)) as Omit<ProductDetails, 'sku' | 'lineSkus'>
  const details = { ...given, sku: body.sku ?? '', lineSkus: lineSkusAfter([], rows, given) ?? [] }
  const counts = { countInStock: rows?.length ? countInStock : (countInStock ?? 0), stock: rows }
  const counting = countingOf({ productId, before: details, after: details }, counts, noStock, undefined)
  const earlier = await commands.answered(productDecider, productStream(productId), metadata)
  if (!earlier) {
    await claimSkus(commands, productId, { after: details }, metadata)
    await keepPictures(uploadsFolder, details.images)
  }
  // Count the stock first, so that a product is never shown without its stock.
  const stock = await count(commands, productId, () => counting, metadata)
  const list: ProductCommand = { type: 'List', productId, details }
  const product = earlier ?? (await commands.handle(productDecider, productStream(productId), list, metadata))
  return { product, stock }
}

export async function editProduct(
  { commands, uploadsFolder }: Saver,
  productId: string,
  { countInStock, stock: rows, ...body }: EditProductBody,
  seen: Seen | undefined,
  metadata: CommandMetadata,
): Promise<Saved> {
  const stream = productStream(productId)
  const before = await commands.load(productDecider, stream)
  const earlier = await commands.answered(productDecider, stream, metadata)
  const stockBefore = await commands.load(stockDecider, stockStream(productId))
  const details = earlier ? earlier.state.edited : before.state.details
  if (!details) throw unknownProduct()
  const changes = changesIn(body, rows, details)
  const edit: ProductCommand = { type: 'Edit', productId, changes, seenVersion: seen?.version }
  const offered = { productId, before: details, after: { ...details, ...changes } }
  const counting = () => countingOf(offered, { countInStock, stock: rows }, stockBefore.state, seen)
  if (!earlier) {
    // Decide both commands before appending any event, so that a refusal changes nothing.
    productDecider.decide(edit, before.state)
    stockDecider.decide(counting(), stockBefore.state)
    await claimSkus(commands, productId, { before: details, after: { ...details, ...changes } }, metadata)
    await keepPictures(uploadsFolder, changes.images ?? [], details.images)
  }
  const product = earlier ?? (await commands.handle(productDecider, stream, edit, metadata))
  const isCounted = countInStock !== undefined || rows !== undefined
  const stock = isCounted ? await count(commands, productId, counting, metadata) : stockBefore
  await releaseSkus(commands, productId, details, metadata)
  return { product, stock }
}

/** The product's stock and history stay. */
export async function deleteProduct(commands: CommandHandler, productId: string, metadata: CommandMetadata) {
  const { state } = await commands.load(productDecider, productStream(productId))
  const command: ProductCommand = { type: 'Delete', productId }
  const product = await commands.handle(productDecider, productStream(productId), command, metadata)
  await releaseSkus(commands, productId, state.details, metadata)
  return product
}

/** Throws CONFLICT if another product now has one of the SKUs. */
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
    if (state.deleted) await claimSkus(commands, productId, { after: state.deleted }, metadata)
  }
  const product = earlier ?? (await commands.handle(productDecider, stream, command, metadata))
  return { product, stock: await commands.load(stockDecider, stockStream(productId)) }
}

/**
 * The digest makes the handler record a count that changes nothing. Otherwise a late repeat of the command could undo later
 * changes.
 */
const count = (
  commands: CommandHandler,
  productId: string,
  counting: () => StockCommand,
  { digest, ...metadata }: CommandMetadata,
) =>
  commands.handleWith(stockDecider, stockStream(productId), async () => counting(), {
    ...furtherCommand(metadata, 'count'),
    ...(digest !== undefined && { digest }),
  })

type Body = {
  [Field in Exclude<keyof ProductDetails, 'priceCents' | 'lineSkus'>]?: ProductDetails[Field] | undefined
} & {
  price?: number | undefined
}

function detailsIn({ price, ...rest }: Body): Partial<ProductDetails> {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return { ...given, ...(price !== undefined && { priceCents: toCents(price) }) }
}

function changesIn(
  body: Omit<EditProductBody, 'countInStock' | 'stock'>,
  rows: EditProductBody['stock'],
  before: ProductDetails,
): Partial<ProductDetails> {
  const changes = detailsIn(underOneName(body, before))
  const lineSkus = lineSkusAfter(before.lineSkus, rows, { ...before, ...changes })
  return { ...changes, ...(lineSkus && { lineSkus }) }
}
