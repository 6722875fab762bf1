import type { Budget, Counters } from '@shop/stores/counters/counters'
import { blockOf, networkOf } from './address-keys.ts'
import { tooMany } from './limit.ts'

/**
 * A limit by network that one of its clients cannot use up for the others: when the network's budget is over, each client still has `left` of its own
 * in the same time (of an IPv6 network each /56). Counted before the work. What it returns throws RATE_LIMITED.
 */
export function createNetworkLimit(counters: Counters, budget: Budget & Readonly<{ left: number }>, message: string) {
  const { left, ...ofNetwork } = budget
  const network = counters.counter(ofNetwork)
  const block = counters.counter({ name: `${budget.name}, each client`, points: left, seconds: budget.seconds })

  return {
    async take(address: string) {
      const [all, own] = [await network.take(networkOf(address)), await block.take(blockOf(address))]
      if (all.isOver && own.isOver) throw tooMany(message, Math.min(all.againInMs, own.againInMs))
    },

    async giveBack(address: string) {
      await Promise.all([network.giveBack(networkOf(address)), block.giveBack(blockOf(address))])
    },
  }
}
