import { clientOf } from '@shop/server/limits/address-keys'
import { tooMany } from '@shop/server/limits/limit'
import type { Count, Counters } from '@shop/stores/counters/counters'
import type { Middleware } from 'koa'

export type RequestLimits = ReturnType<typeof limitRequests>

const REQUESTS_PER_SECOND = 100
/**
 * A client that has used up the limit of one second may send this many further requests. So a burst has up to 200 requests. The burst
 * budget is full again after ten seconds.
 */
const BURST = { points: 100, seconds: 10 }
/** A page and its pictures are about forty files, which a browser caches. People in one office may open several pages within seconds. */
const FILES = { name: 'files', points: 1500, seconds: 5 }
/** Probes are requests of monitoring. They come every few seconds. */
const PROBES = { name: 'probes', points: 400, seconds: 1 }

/** These folders contain only files, which are served from the disk. */
const isFile = (path: string) => /^\/(pictures|uploads|assets)\//.test(path)
const isProbe = (path: string) => path === '/healthz' || path === '/readyz'

/**
 * Limits the requests of each client, whatever their method or result: 100 a second with a burst of 200, for the API and pages together.
 * Files and probes have separate budgets. Over the limit, the answer is 429 (reliability 8.6).
 */
export function limitRequests(counters: Counters) {
  const second = counters.counter({ name: 'requests', points: REQUESTS_PER_SECOND, seconds: 1 })
  const burst = counters.counter({ name: 'requests in a burst', ...BURST })
  const files = counters.counter(FILES)
  const probes = counters.counter(PROBES)

  /** Counts a call of the API or a page. */
  async function take(address: string): Promise<Count> {
    const client = clientOf(address)
    const count = await second.take(client)
    return count.isOver ? { ...count, isOver: (await burst.take(client)).isOver } : count
  }

  function takeAny(path: string, address: string): Promise<Count> {
    if (isFile(path)) return files.take(clientOf(address))
    return isProbe(path) ? probes.take(clientOf(address)) : take(address)
  }

  const middleware: Middleware = async (ctx, next) => {
    const { isOver, againInMs } = await takeAny(ctx.path, ctx.ip)
    if (isOver) throw tooMany('Too many requests. Wait a moment', againInMs)
    return next()
  }

  return { take, middleware }
}
