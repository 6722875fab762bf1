import { ShopError } from '@shop/language/errors'
import type { Budget, Count, Counters } from '@shop/stores/counters/counters'

export type Limit = ReturnType<typeof createLimit>

/**
 * The only way to limit how often something is done. Call `take` before the work, so that concurrent calls cannot evade the limit.
 * `message`: what a refused shopper reads with RATE_LIMITED.
 */
export function createLimit(counters: Counters, budget: Budget, message: string) {
  const counter = counters.counter(budget)
  const refuse = ({ againInMs }: Count) => {
    throw tooMany(message, againInMs)
  }

  return {
    /** Counts one more. Throws RATE_LIMITED when the key's budget is used up. */
    async take(key: string): Promise<Count> {
      const count = await counter.take(key)
      return count.isOver ? refuse(count) : count
    },

    /** Throws RATE_LIMITED if the next `take` would. Counts nothing. */
    async refuseIfUsedUp(key: string): Promise<Count> {
      const count = await counter.look(key)
      return count.taken >= budget.points ? refuse(count) : count
    },

    giveBack: counter.giveBack,
    forget: counter.forget,
  }
}

/** RATE_LIMITED, with the time after which to try again. */
export const tooMany = (message: string, againInMs: number) =>
  new ShopError('RATE_LIMITED', message, { details: { retryAfter: Math.max(1, Math.ceil(againInMs / 1000)) } })
