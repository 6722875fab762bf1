import type { Budget, Counters } from '@shop/stores/counters/counters'
import { blockOf, networkOf } from './address-keys.ts'
import { tooMany } from './limit.ts'

/**
 * One client cannot lock out the other clients of its network: each client may take `left` points in the budget's time, even when the
 * network's budget is used up. In an IPv6 network, all clients of a /56 share these points. `take` throws RATE_LIMITED.
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
