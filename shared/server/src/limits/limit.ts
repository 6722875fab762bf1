import { ShopError } from '@shop/language/errors'
import type { Budget, Count, Counters } from '@shop/stores/counters/counters'

export type Limit = ReturnType<typeof createLimit>

/**
 * The one way to limit how often something is done: take before the work, so that many at once do not evade the limit.
 * `message` is what a shopper reads who is refused with RATE_LIMITED.
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

    /** Throws RATE_LIMITED when the next one would be, and counts nothing. */
    async refuseIfUsedUp(key: string): Promise<Count> {
      const count = await counter.look(key)
      return count.taken >= budget.points ? refuse(count) : count
    },

    giveBack: counter.giveBack,
    forget: counter.forget,
  }
}

/** RATE_LIMITED, to be asked again after so long. */
export const tooMany = (message: string, againInMs: number) =>
  new ShopError('RATE_LIMITED', message, { details: { retryAfter: Math.max(1, Math.ceil(againInMs / 1000)) } })
