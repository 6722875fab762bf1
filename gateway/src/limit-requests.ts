import { ShopError } from '@shop/language/errors'
import type { Middleware } from 'koa'
import { BurstyRateLimiter, RateLimiterMemory } from 'rate-limiter-flexible'

const READS_PER_SECOND = 100
/** Together with a second's own budget a burst may have 200; it fills up again in ten seconds. */
const BURST = { points: 100, duration: 10 }
const MAX_WRITES = 64
const MAX_READS = 256

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** Reads per address: 100 a second with a burst of 200, then 429 (reliability 8.6). */
export function limitReads(): Middleware {
  const budget = new BurstyRateLimiter(
    new RateLimiterMemory({ points: READS_PER_SECOND, duration: 1 }),
    new RateLimiterMemory({ keyPrefix: 'burst', ...BURST }),
  )
  return async (ctx, next) => {
    if (isRead(ctx.method)) await budget.consume(ctx.ip).catch(refuse)
    return next()
  }
}

/** Limits requests in flight, without a queue: further ones are refused at once (reliability R14). */
export function boundInFlight(limits = { writes: MAX_WRITES, reads: MAX_READS }): Middleware {
  const inFlight = { writes: 0, reads: 0 }
  return async (ctx, next) => {
    const kind = isRead(ctx.method) ? 'reads' : 'writes'
    if (inFlight[kind] >= limits[kind]) throw new ShopError('OVERLOADED', 'The shop is full right now. Try again soon')
    inFlight[kind]++
    try {
      await next()
    } finally {
      inFlight[kind]--
    }
  }
}

function refuse(refused: unknown): never {
  if (refused instanceof Error) throw refused
  const { msBeforeNext = 1000 } = refused as { msBeforeNext?: number }
  throw new ShopError('RATE_LIMITED', 'Too many requests. Wait a moment', {
    details: { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) },
  })
}
