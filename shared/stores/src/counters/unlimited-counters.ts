import type { Counters } from './counters.ts'

/** Counts and refuses nothing (`RATE_LIMITS=off`). */
export function createUnlimitedCounters(): Counters {
  const nothing = async () => ({ taken: 0, isOver: false, againInMs: 0 })
  return {
    counter: () => ({ take: nothing, look: nothing, giveBack: async () => {}, forget: async () => {} }),
    async close() {},
  }
}
