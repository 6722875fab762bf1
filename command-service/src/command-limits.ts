import { isShopError } from '@shop/language/errors'
import { spanInWords } from '@shop/language/values/span'
import { callerOf } from '@shop/server/http/authenticate'
import * as budgets from '@shop/server/limits/budgets'
import { createLimit, createNetworkLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import type { Middleware } from 'koa'
import { CHECKED_EVERY_MS } from './purchase/payment-checks.ts'

const TOO_MANY_WRONG = 'Too many webhooks without a valid signature'

/** Repeats under an Idempotency-Key count too. */
export const createOwnerLimit = (counters: Counters) =>
  createLimit(counters, budgets.ownerCommands, 'Too many changes at once. Wait a moment').take

/** Limits anonymous writes by network, because a client can invent any number of guests. */
export function limitAnonymousWrites(counters: Counters): Middleware {
  const limit = createNetworkLimit(counters, budgets.anonymousWrites, 'Too many changes from here. Wait a moment')
  return async (ctx, next) => {
    if (!callerOf(ctx)) await limit.take(ctx.ip)
    return next()
  }
}

/**
 * Limits the checks of payments that buyers began but did not report, for the whole shop and for each customer. A check above the limit is
 * postponed.
 */
export function createCheckBudget(counters: Counters) {
  const limit = createLimit(counters, budgets.paymentChecks, 'Too many payments were checked in the last minute')
  const ofCustomer = createLimit(
    counters,
    budgets.paymentChecksOfCustomer,
    'Too many payments of a customer were checked in the last minute',
  )
  return async (customerId: string, check: () => Promise<JobOutcome>): Promise<JobOutcome> => {
    try {
      await ofCustomer.take(customerId)
      await limit.take('all')
    } catch (refusal) {
      if (!isShopError(refusal, 'RATE_LIMITED')) throw refusal
      return { againInMs: CHECKED_EVERY_MS }
    }
    return check()
  }
}

export type CheckBudget = ReturnType<typeof createCheckBudget>

/**
 * Limits, for each network, the webhooks that are not proven genuine and the look-ups of certificates. Genuine webhooks with a known
 * certificate are not limited.
 */
export function createWebhookLimits(counters: Counters) {
  const wrong = createLimit(counters, budgets.wrongWebhooks, TOO_MANY_WRONG)
  const lookedUp = createLimit(counters, budgets.webhookCertificates, TOO_MANY_WRONG)

  return async (network: string) => {
    const refusal: unknown = await wrong.refuseIfUsedUp(network).then(
      () => undefined,
      (error) => error,
    )
    const refuse = () => {
      if (refusal) throw refusal
    }
    return {
      /** Throws RATE_LIMITED. */
      async beforeLookUp() {
        refuse()
        await lookedUp.take(network)
      },
      /** Throws RATE_LIMITED. */
      async countWrong() {
        refuse()
        await wrong.take(network)
      },
    }
  }
}

/** The payment provider has one limit for the whole shop. Throws RATE_LIMITED. */
export function createProviderLimit(counters: Counters) {
  const wait = spanInWords(budgets.providerCalls.seconds)
  return createLimit(counters, budgets.providerCalls, `Too many payment attempts. Wait ${wait}`).take
}
