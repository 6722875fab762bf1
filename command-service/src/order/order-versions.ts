import { ShopError } from '@shop/language/errors'
import { orderEtag, readOrderEtag } from '@shop/language/order/etag'
import { callerOf } from '@shop/server/http/authenticate'
import { type CommandMetadata, metadataOf } from '@shop/server/http/request-metadata'
import type { Context, Middleware } from 'koa'
import type { Parts } from '../parts.ts'
import { ChangedSince } from './changed-since.ts'
import { adminOrderAnswer, customerOrderView } from './order-answer.ts'

export function orderMetadataOf(ctx: Context, digestSecret: string): CommandMetadata {
  const etag = ctx.get('if-match').trim()
  const metadata = metadataOf(ctx, digestSecret)
  return etag === '' || etag === '*' ? metadata : { ...metadata, seen: readOrderEtag(etag) ?? NO_VERSION }
}

/** Used if `If-Match` contains no ETag of an order. No order has this version. */
const NO_VERSION = -1

/** Sets the ETag of answered orders. If a caller has seen another version, the refusal contains the current order (decisions O4). */
export const orderVersions =
  ({ commands }: Pick<Parts, 'commands'>): Middleware =>
  async (ctx, next) => {
    try {
      await next()
    } catch (refusal) {
      if (!(refusal instanceof ChangedSince)) throw refusal
      const { order, message } = refusal
      const isAdmin = callerOf(ctx)?.role === 'admin'
      const view = isAdmin ? await adminOrderAnswer(commands, order) : customerOrderView(order)
      setVersion(ctx, order.version)
      throw new ShopError('PRECONDITION_FAILED', message, { details: { order: view } })
    }
    const { version } = (ctx.body ?? {}) as { version?: unknown }
    if (typeof version === 'number') setVersion(ctx, version)
  }

const setVersion = (ctx: Pick<Context, 'set'>, version: number) => ctx.set('ETag', orderEtag(version))
