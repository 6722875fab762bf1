import type { Counters } from './counters.ts'

/** Never counts or refuses (`RATE_LIMITS=off`). */
export function createUnlimitedCounters(): Counters {
  const nothing = async () => ({ taken: 0, isOver: false, againInMs: 0 })
  return {
    counter: () => ({ take: nothing, look: nothing, giveBack: async () => {}, forget: async () => {} }),
    async close() {},
  }
}
