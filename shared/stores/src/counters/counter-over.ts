import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Budget, Count, Counter } from './counters.ts'

export function counterOver(limiter: RateLimiterAbstract): Counter {
  const countOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Count => ({
    taken: consumedPoints,
    isOver: consumedPoints > limiter.points,
    againInMs: Math.max(0, msBeforeNext),
  })

  return {
    take: (key) =>
      limiter.consume(key).then(countOf, (refused: unknown) => {
        if (refused instanceof RateLimiterRes) return countOf(refused)
        throw refused
      }),

    async look(key) {
      const found = await limiter.get(key)
      return found ? countOf(found) : { taken: 0, isOver: false, againInMs: 0 }
    },

    async giveBack(key) {
      // A reward for a key without a count would start a count below zero.
      if (await limiter.get(key)) await limiter.reward(key)
    },

    async forget(key) {
      await limiter.delete(key)
    },
  }
}

/** Opens one counter for each name. */
export function oncePerName(open: (budget: Budget) => Counter): (budget: Budget) => Counter {
  const counters = new Map<string, Counter>()
  return (budget) => {
    const counter = counters.get(budget.name) ?? open(budget)
    counters.set(budget.name, counter)
    return counter
  }
}
