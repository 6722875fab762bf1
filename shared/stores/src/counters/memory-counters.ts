import { RateLimiterMemory } from 'rate-limiter-flexible'
import { counterOver, oncePerName } from './counter-over.ts'
import type { Counters } from './counters.ts'

/** Counts in this process's memory, for a shop in one process. */
export const createMemoryCounters = (): Counters => ({
  counter: oncePerName(({ name, points, seconds }) =>
    counterOver(new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })),
  ),
  async close() {},
})
