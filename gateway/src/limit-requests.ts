import { clientOf } from '@shop/server/limits/address-keys'
import { tooMany } from '@shop/server/limits/limit'
import type { Count, Counters } from '@shop/stores/counters/counters'
import type { Middleware } from 'koa'

export type RequestLimits = ReturnType<typeof limitRequests>

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
