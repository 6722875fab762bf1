import Router from '@koa/router'
import { CreateProductBody, EditProductBody } from '@shop/language/product/api'
import { productEtag, productWithStock, readProductEtag } from '@shop/language/product/view'
import { ReceiveStockBody } from '@shop/language/stock/api'
import { idFrom } from '@shop/language/values/id-from'
import { Id } from '@shop/language/values/text'
import { adminOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import type { Context } from 'koa'
import { answer } from '../answer.ts'
import type { Folded } from '../handler/folded.ts'
import type { Parts } from '../parts.ts'
import type { Stock } from '../stock/stock-state.ts'
import { editedSince, type Product } from './product-decider.ts'
import { receiveStock } from './receive-stock.ts'
import { deleteProduct, editProduct, listProduct, restoreProduct } from './save-product.ts'

export function productRoutes(parts: Parts): Router {
  const router = new Router()

  router.post('/products', async (ctx) => {
    adminOf(ctx)
    const body = parse(CreateProductBody, withOwnPaths(ctx.request.body, parts.publicOrigin))
    const metadata = metadataOf(ctx, parts.digestSecret)
    const productId = idFrom(metadata.causationId, 'product')
    answerProduct(ctx, productId, await listProduct(parts, productId, body, metadata))
    ctx.status = 201
  })

  router.put('/products/:id', async (ctx) => {
    adminOf(ctx)
    const productId = parse(Id, ctx.params.id)
    const body = parse(EditProductBody, withOwnPaths(ctx.request.body, parts.publicOrigin))
    const metadata = metadataOf(ctx, parts.digestSecret)
    const saved = await editProduct(parts, productId, body, seenBy(ctx), metadata)
    await parts.commands.untilKnownEverywhere()
    answerProduct(ctx, productId, saved)
  })

  router.delete('/products/:id', async (ctx) => {
    adminOf(ctx)
    const productId = parse(Id, ctx.params.id)
    const { position } = await deleteProduct(parts.commands, productId, metadataOf(ctx, parts.digestSecret))
    await parts.commands.untilKnownEverywhere()
    answer(ctx, { message: 'Product deleted' }, position)
  })

  router.post('/products/:id/restore', async (ctx) => {
    adminOf(ctx)
    const productId = parse(Id, ctx.params.id)
    const metadata = metadataOf(ctx, parts.digestSecret)
    const saved = await restoreProduct(parts.commands, productId, metadata)
    await parts.commands.untilKnownEverywhere()
    answerProduct(ctx, productId, saved)
  })

  router.post('/products/:id/stock/receipts', async (ctx) => {
    adminOf(ctx)
    const productId = parse(Id, ctx.params.id)
    const body = parse(ReceiveStockBody, ctx.request.body)
    const metadata = metadataOf(ctx, parts.digestSecret)
    const saved = await receiveStock(parts.commands, productId, body, metadata)
    await parts.commands.untilKnownEverywhere()
    answerProduct(ctx, productId, saved)
    ctx.status = 201
  })

  return router
}

function answerProduct(
  ctx: Context,
  productId: string,
  { product, stock }: { product: Folded<Product>; stock: Folded<Stock> },
) {
  const { details, version } = product.state
  if (!details) throw new Error(`The details of a saved product are missing: ${productId}`)
  const { lines, counts } = stock.state
  const listed = { ...details, _id: productId, listedAt: product.begunAt }
  ctx.set('ETag', productEtag(version, counts, details, lines))
  answer(ctx, productWithStock(listed, lines), product.position, stock.position)
}

function seenBy(ctx: Context) {
  const etag = ctx.get('if-match').trim()
  if (etag === '' || etag === '*') return undefined
  const seen = readProductEtag(etag)
  if (!seen) throw editedSince()
  return seen
}

/** A caller from another origin got absolute addresses of the shop's pictures, and sends them back (decisions P20). */
function withOwnPaths(body: unknown, origin: string | undefined): unknown {
  const { images } = (body ?? {}) as { images?: unknown }
  if (origin === undefined || !Array.isArray(images)) return body
  return { ...(body as object), images: images.map((image) => withPath(image, origin)) }
}

function withPath(image: unknown, origin: string): unknown {
  const { url } = (image ?? {}) as { url?: unknown }
  const isOurs = typeof url === 'string' && /^\/(pictures|uploads)\//.test(url.slice(origin.length))
  return isOurs && url.startsWith(origin) ? { ...(image as object), url: url.slice(origin.length) } : image
}
