import { ShopError } from '@shop/language/errors'
import { spanInWords } from '@shop/language/values/span'
import type { Budget, Count, Counters } from '@shop/stores/counters/counters'
import { blockOf, networkOf } from './address-keys.ts'

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

/** `happened`: a plural clause, such as `links were requested`. */
export const usedUp = (happened: string, { points, seconds }: Budget) =>
  `${points} ${happened} already. Try again in ${spanInWords(seconds)}`

export const tooMany = (message: string, againInMs: number) =>
  new ShopError('RATE_LIMITED', message, { details: { retryAfter: Math.max(1, Math.ceil(againInMs / 1000)) } })
