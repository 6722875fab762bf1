import { ShopError } from '@shop/language/errors'
import { clientOf } from '@shop/server/limits/address-keys'
import { tooMany } from '@shop/server/limits/limit'
import { createNetworkPlaces } from '@shop/server/limits/network-places'
import { createShares } from '@shop/server/limits/shares'
import type { Count, Counters } from '@shop/stores/counters/counters'
import type { Context, Middleware } from 'koa'
import { giveUp } from './give-up.ts'

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

/** In flight in all; of one client, and begun at once of one network, so that some are left for everybody else. */
type InFlight = Readonly<{ all: number; client: number; network: number }>
const PLACES = { writes: { all: 64, client: 52, network: 40 }, reads: { all: 256, client: 208, network: 48 } }
/** Only keeps memory bounded: no office and no mobile network has so many on their way. */
const MOST_OF_NETWORK = 2048

/**
 * Limits requests in flight: further ones in all and of one client are refused at once (reliability R14). Those of one network beyond its share wait,
 * its clients' in turn, and hold no place meanwhile: an office or a mobile network is served, and nobody else is slowed down by it (decisions K3).
 */
export function boundInFlight(places: Readonly<Record<'reads' | 'writes', InFlight>> = PLACES): Middleware {
  const bounds = { writes: boundsOf(places.writes), reads: boundsOf(places.reads) }
  return async (ctx, next) => {
    const { come, begin, take } = bounds[ctx.method === 'GET' || ctx.method === 'HEAD' ? 'reads' : 'writes']
    const leave = come(ctx.ip) ?? full()
    try {
      const end = await begin(ctx.ip)
      try {
        const giveBack = take(ctx.ip) ?? full()
        try {
          await (ctx.res.destroyed ? giveUp(ctx as Context) : next())
        } finally {
          giveBack()
        }
      } finally {
        end()
      }
    } finally {
      leave()
    }
  }
}

const boundsOf = ({ all, client, network }: InFlight) => ({
  come: createShares({ all: Number.POSITIVE_INFINITY, client, network: MOST_OF_NETWORK }),
  begin: createNetworkPlaces(network),
  take: createShares({ all, client: all, network: all }),
})

function full(): never {
  throw new ShopError('OVERLOADED', 'The shop is full right now. Try again soon')
}
