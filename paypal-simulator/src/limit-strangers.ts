import type { Context, Next } from 'koa'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { refused } from './errors.ts'
import type { Credentials } from './oauth.ts'
import { isShop } from './oauth.ts'

const MOST_URL_CHARACTERS = 2048
/** A browser makes about a dozen requests for one purchase. */
const REQUESTS = { one: 120, network: 480, all: 1200, seconds: 10 }
const NEW_ORDERS = { one: 20, network: 120, all: 300, seconds: 60 }
const EVERYBODY = 'everybody'

type Options = Readonly<{
  on: boolean
  credentials: Credentials
  clientOf: (address: string) => string
  networkOf: (address: string) => string
}>

/** Limits requests by client, by network and in total, except requests of the shop's own server. */
export function limitStrangers({ on, credentials, clientOf, networkOf }: Options) {
  const requests = budget(REQUESTS, 'requests')
  const newOrders = budget(NEW_ORDERS, 'new orders')

  return async (ctx: Context, next: Next) => {
    if (ctx.url.length > MOST_URL_CHARACTERS) throw refused('URL_TOO_LONG')
    if (!on || isShop(ctx, credentials)) return next()
    const who = [clientOf(ctx.ip), networkOf(ctx.ip)] as const
    await take(ctx, requests, who)
    if (ctx.method === 'POST' && ctx.path.endsWith('/sdk/orders')) await take(ctx, newOrders, who)
    return next()
  }
}

type Budgets = Readonly<Record<'one' | 'network' | 'all', RateLimiterMemory>>

const budget = ({ one, network, all, seconds }: typeof REQUESTS, name: string): Budgets => ({
  one: new RateLimiterMemory({ keyPrefix: name, points: one, duration: seconds }),
  network: new RateLimiterMemory({ keyPrefix: name, points: network, duration: seconds }),
  all: new RateLimiterMemory({ keyPrefix: name, points: all, duration: seconds }),
})

/** A client that has used up its own budget takes nothing from the shared budgets. */
async function take(ctx: Context, budgets: Budgets, [client, network]: readonly [string, string]) {
  try {
    await budgets.one.consume(client)
    await budgets.network.consume(network)
    await budgets.all.consume(EVERYBODY)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    ctx.set('Retry-After', String(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))))
    throw refused('RATE_LIMIT_REACHED')
  }
}
