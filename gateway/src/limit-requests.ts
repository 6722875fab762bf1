import { ShopError } from '@shop/language/errors'
import { clientOf } from '@shop/server/limits/address-keys'
import { tooMany } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'
import type { Middleware } from 'koa'

const READS_PER_SECOND = 100
/** Together with a second's own budget a burst may have 200; it fills up again in ten seconds. */
const BURST = { points: 100, seconds: 10 }
const MAX_WRITES = 64
const MAX_READS = 256

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** Reads per client: 100 a second with a burst of 200, then 429 (reliability 8.6). */
export function limitReads(counters: Counters): Middleware {
  const second = counters.counter({ name: 'reads', points: READS_PER_SECOND, seconds: 1 })
  const burst = counters.counter({ name: 'reads in a burst', ...BURST })

  async function take(client: string) {
    const { isOver, againInMs } = await second.take(client)
    if (isOver && (await burst.take(client)).isOver) throw tooMany('Too many requests. Wait a moment', againInMs)
  }

  return async (ctx, next) => {
    if (isRead(ctx.method)) await take(clientOf(ctx.ip))
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
