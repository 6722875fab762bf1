import { isShopError } from '@shop/language/errors'
import { callerOf } from '@shop/server/http/authenticate'
import { networkOf } from '@shop/server/limits/address-keys'
import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import type { Middleware } from 'koa'
import { CHECKED_EVERY_MS } from './purchase/check-payment.ts'

const ONE_MINUTE_SECONDS = 60
const OF_OWNER = { name: 'commands of an owner', points: 120, seconds: ONE_MINUTE_SECONDS }
const OF_NETWORK = { name: 'anonymous writes of a network', points: 600, seconds: ONE_MINUTE_SECONDS }
const WRONG_WEBHOOKS = { name: 'wrong webhooks of a network', points: 60, seconds: ONE_MINUTE_SECONDS }
const CHECKS = { name: 'checks of payments', points: 600, seconds: ONE_MINUTE_SECONDS }
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

/**
 * The checks of begun payments that nobody has told of, for the whole shop: however many buyers leave, the provider is asked no
 * more often, and what is beyond the budget is checked later.
 */
export function createCheckBudget(counters: Counters) {
  const limit = createLimit(counters, CHECKS, 'Too many payments are checked at once')
  return async (check: () => Promise<JobOutcome>): Promise<JobOutcome> => {
    try {
      await limit.take('all')
    } catch (refusal) {
      if (!isShopError(refusal, 'RATE_LIMITED')) throw refusal
      return { againInMs: CHECKED_EVERY_MS }
    }
    return check()
  }
}

/** Webhooks with a wrong signature, by network; the provider's own, which are right, are as many as it sends. */
export const createWebhookLimit = (counters: Counters) =>
  createLimit(counters, WRONG_WEBHOOKS, 'Too many webhooks without a right signature')

/** A customer's calls to the payment provider, which has limits of its own for the whole shop. Throws RATE_LIMITED. */
export function createProviderLimit(counters: Counters) {
  const limit = createLimit(counters, AT_THE_PROVIDER, 'Too many payment attempts. Wait a minute')
  return async (customerId: string) => void (await limit.take(customerId))
}
