import { callerOf } from '@shop/server/http/authenticate'
import { networkOf } from '@shop/server/limits/address-keys'
import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'
import type { Middleware } from 'koa'

const ONE_MINUTE_SECONDS = 60
const OF_OWNER = { name: 'commands of an owner', points: 120, seconds: ONE_MINUTE_SECONDS }
const OF_NETWORK = { name: 'anonymous writes of a network', points: 600, seconds: ONE_MINUTE_SECONDS }
const AT_THE_PROVIDER = { name: 'payment calls of a customer', points: 20, seconds: ONE_MINUTE_SECONDS }

/**
 * What one owner of a cart, customer or guest, may have done in a minute, a repeat under its Idempotency-Key included: no
 * stream grows faster, and no long one is asked for more often. Throws RATE_LIMITED.
 */
export function createOwnerLimit(counters: Counters) {
  const limit = createLimit(counters, OF_OWNER, 'Too many changes at once. Wait a moment')
  return async (ownerId: string) => void (await limit.take(ownerId))
}

/** Writes without a sign-in, by network: whoever needs no account can make up any number of guests. */
export function limitAnonymousWrites(counters: Counters): Middleware {
  const limit = createLimit(counters, OF_NETWORK, 'Too many changes from here. Wait a moment')
  return async (ctx, next) => {
    if (!callerOf(ctx)) await limit.take(networkOf(ctx.ip))
    return next()
  }
}

/** A customer's calls to the payment provider, which has limits of its own for the whole shop. Throws RATE_LIMITED. */
export function createProviderLimit(counters: Counters) {
  const limit = createLimit(counters, AT_THE_PROVIDER, 'Too many payment attempts. Wait a minute')
  return async (customerId: string) => void (await limit.take(customerId))
}
