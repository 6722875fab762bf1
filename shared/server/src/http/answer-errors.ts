import { invalidField, isShopError, ShopError, StoreUnavailable } from '@shop/language/errors'
import type { Refusal } from '@shop/language/refusal/answers'
import { defect, type Facts, logFact } from '@shop/stores/logger/logger'
import { createSampledFacts } from '@shop/stores/logger/sampled-facts'
import type { Middleware } from 'koa'
import { requestIdOf } from './request-metadata.ts'

/** The outermost middleware (decisions, “Answers”). */
export function answerErrors(): Middleware {
  // While a store or a provider is unavailable, a flood of requests must not fill the log with stack traces.
  const logUnavailable = createSampledFacts('error')
  const log = (refusal: ShopError, error: unknown, facts: Facts) => {
    if (refusal.code === 'UNAVAILABLE' || refusal.code === 'PROVIDER_UNAVAILABLE')
      logUnavailable(refusal.message, refusal.message, {}, { ...facts, ...defect(error) })
    else if (refusal.status >= 500 && refusal.code !== 'OVERLOADED')
      logFact('error', refusal.message, { ...facts, ...defect(error) })
  }
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined) throw new ShopError('NOT_FOUND', 'This address does not exist')
    } catch (error) {
      const refusal = isShopError(error) ? error : unexpected(error)
      const requestId = requestIdOf(ctx)
      log(refusal, error, { requestId, method: ctx.method })
      ctx.status = refusal.status
      ctx.set('Cache-Control', 'no-store')
      if (refusal.status === 429 || refusal.status === 503)
        ctx.set('Retry-After', String(refusal.details.retryAfter ?? 1))
      const { retryAfter: _, ...details } = refusal.details
      const message = refusal instanceof StoreUnavailable ? refusal.publicMessage : refusal.message
      ctx.body = { message, code: refusal.code, requestId, ...details } satisfies Refusal
    }
  }
}

/** Koa and the router throw an error with a status if an address is malformed. */
function unexpected(error: unknown): ShopError {
  const status = (error as { status?: unknown } | null)?.status
  if (status === 400 || error instanceof URIError) return invalidField('path', 'This address is malformed')
  return new ShopError('INTERNAL', 'An error has happened in the shop', { cause: error })
}
