import { RateLimiterMemory } from 'rate-limiter-flexible'
import { counterOver, oncePerName } from './counter-over.ts'
import type { Counters } from './counters.ts'

export const createMemoryCounters = (): Counters => ({
  counter: oncePerName(({ name, points, seconds }) =>
    counterOver(new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })),
  ),
  async close() {},
})
