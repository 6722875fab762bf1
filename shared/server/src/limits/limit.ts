import { ShopError } from '@shop/language/errors'
import { spanInWords } from '@shop/language/values/span'
import type { Budget, Count, Counters } from '@shop/stores/counters/counters'

/**
 * Call `take` before the work, so that concurrent calls cannot evade the limit. `message`: the text that a refused shopper gets with
 * RATE_LIMITED.
 */
export function createLimit(counters: Counters, budget: Budget, message: string) {
  const counter = counters.counter(budget)
  const refuse = ({ againInMs }: Count) => {
    throw tooMany(message, againInMs)
  }

  return {
    /** Throws RATE_LIMITED if the budget of the key is used up. */
    async take(key: string): Promise<Count> {
      const count = await counter.take(key)
      return count.isOver ? refuse(count) : count
    },

    /** Throws RATE_LIMITED if the next `take` would throw. Counts nothing. */
    async refuseIfUsedUp(key: string): Promise<Count> {
      const count = await counter.look(key)
      return count.taken >= budget.points ? refuse(count) : count
    },

    giveBack: counter.giveBack,
    forget: counter.forget,
  }
}

/** `happened`: a plural clause, such as `links were requested`. */
export const usedUp = (happened: string, { points, seconds }: Budget) =>
  `${points} ${happened} already. Try again in ${spanInWords(seconds)}`

export const tooMany = (message: string, againInMs: number) =>
  new ShopError('RATE_LIMITED', message, { details: { retryAfter: Math.max(1, Math.ceil(againInMs / 1000)) } })
