import type { ErrorBody } from '@shop/language/api/error-body'
import { isShopError, ShopError } from '@shop/language/errors'
import { defect, logFact } from '@shop/logger/logger'
import type { Middleware } from 'koa'
import { requestIdOf } from './request-metadata.ts'

/** The outermost middleware: answers refusals with their status and body, anything else with a 500 and an entry of the logger (decisions answers). */
export const answerErrors = (): Middleware => async (ctx, next) => {
  try {
    await next()
    if (ctx.status === 404 && ctx.body === undefined) throw new ShopError('NOT_FOUND', 'There is nothing here')
  } catch (error) {
    const refusal = isShopError(error) ? error : unexpected(error)
    const requestId = requestIdOf(ctx)
    // OVERLOADED is no defect, and a flood of requests must not become a flood of logged stacks.
    if (refusal.status >= 500 && refusal.code !== 'OVERLOADED')
      logFact('error', refusal.message, { requestId, method: ctx.method, ...defect(error) })
    ctx.status = refusal.status
    ctx.set('Cache-Control', 'no-store')
    if (refusal.status === 429 || refusal.status === 503)
      ctx.set('Retry-After', String(refusal.details.retryAfter ?? 1))
    const { retryAfter: _, ...details } = refusal.details
    ctx.body = { message: refusal.message, code: refusal.code, requestId, ...details } satisfies ErrorBody
  }
}

/** Koa and the router throw errors with a status for a malformed address. */
function unexpected(error: unknown): ShopError {
  const status = (error as { status?: unknown } | null)?.status
  if (status === 400 || error instanceof URIError)
    return new ShopError('VALIDATION_FAILED', 'This address is not readable')
  return new ShopError('INTERNAL', 'Something went wrong on our side', { cause: error })
}
