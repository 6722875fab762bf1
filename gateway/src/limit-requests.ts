import { ShopError } from '@shop/language/errors'
import { clientOf } from '@shop/server/limits/address-keys'
import { tooMany } from '@shop/server/limits/limit'
import { createShares, type Shares } from '@shop/server/limits/shares'
import type { Count, Counters } from '@shop/stores/counters/counters'
import type { Middleware } from 'koa'

const REQUESTS_PER_SECOND = 100
/** Together with a second's own budget a burst may have 200; it fills up again in ten seconds. */
const BURST = { points: 100, seconds: 10 }
/** A page and its pictures are forty files, which a browser keeps; an office may open a few at once. */
const FILES = { name: 'files', points: 1500, seconds: 5 }
/** Probes come every few seconds. */
const PROBES = { name: 'probes', points: 400, seconds: 1 }

/** They hold files and nothing else, and are served from the disk. */
const isFile = (path: string) => /^\/(pictures|uploads|assets)\//.test(path)
const isProbe = (path: string) => path === '/healthz' || path === '/readyz'

/**
 * Requests per client, whatever their method and whether they find anything: 100 a second with a burst of 200 to the API and
 * to pages together, with budgets of their own for files and probes; then 429 (reliability 8.6).
 */
export function limitRequests(counters: Counters): Middleware {
  const second = counters.counter({ name: 'requests', points: REQUESTS_PER_SECOND, seconds: 1 })
  const burst = counters.counter({ name: 'requests in a burst', ...BURST })
  const files = counters.counter(FILES)
  const probes = counters.counter(PROBES)

  async function take(path: string, client: string): Promise<Count> {
    if (isFile(path)) return files.take(client)
    if (isProbe(path)) return probes.take(client)
    const count = await second.take(client)
    return count.isOver ? { ...count, isOver: (await burst.take(client)).isOver } : count
  }

  return async (ctx, next) => {
    const { isOver, againInMs } = await take(ctx.path, clientOf(ctx.ip))
    if (isOver) throw tooMany('Too many requests. Wait a moment', againInMs)
    return next()
  }
}

/** Of the places one client has at most a share, so that some are left for everybody else. */
const PLACES = { writes: { most: 64, share: 52 }, reads: { most: 256, share: 208 } }

/** Limits requests in flight, in all and per client, without a queue: further ones are refused at once (reliability R14). */
export function boundInFlight(places: Readonly<Record<'reads' | 'writes', Shares>> = PLACES): Middleware {
  const take = { writes: createShares(places.writes), reads: createShares(places.reads) }
  return async (ctx, next) => {
    const leave = take[ctx.method === 'GET' || ctx.method === 'HEAD' ? 'reads' : 'writes'](clientOf(ctx.ip))
    if (!leave) throw new ShopError('OVERLOADED', 'The shop is full right now. Try again soon')
    try {
      await next()
    } finally {
      leave()
    }
  }
}
