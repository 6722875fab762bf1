import { ShopError } from '@shop/language/errors'
import { receivedBody } from '@shop/server/http/request-body'
import { bodyBytes, pictureBytes } from '@shop/server/limits/at-once'
import { createShares } from '@shop/server/limits/shares'
import { type BodyLimits, PICTURE_BODY, SMALL_BODY, TRAIL_BODY } from '@shop/server/limits/sizes'
import type { Middleware, ParameterizedContext } from 'koa'

/** By path. All other bodies are small. */
const LIMITS: Readonly<Record<string, BodyLimits>> = {
  '/api/upload': { maxBytes: pictureBytes, withinMs: PICTURE_BODY.withinMs },
  '/api/trail': TRAIL_BODY,
}

/**
 * Receives the body of a write before the write waits in a queue, so that slow senders do not delay other clients. If the announced length
 * is too large, the body is not received, and the room refuses the request.
 */
export function receiveBodies(): Middleware {
  const hold = createShares(bodyBytes)

  return async (ctx, next) => {
    const limits = LIMITS[ctx.path] ?? SMALL_BODY
    const bytes = bytesOf(ctx, limits)
    if (bytes === 0 || bytes > limits.maxBytes) return next()
    const letGo = hold(ctx.ip, bytes)
    if (!letGo) throw new ShopError('OVERLOADED', 'The shop is receiving too much data right now. Try again soon')
    try {
      await receivedBody(ctx, limits)
      return await next()
    } finally {
      letGo()
    }
  }
}

function bytesOf(ctx: ParameterizedContext, { maxBytes }: BodyLimits): number {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return 0
  return ctx.get('transfer-encoding') ? maxBytes : Number(ctx.get('content-length') || 0)
}
