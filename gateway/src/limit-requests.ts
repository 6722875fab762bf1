import { clientOf } from '@shop/server/limits/address-keys'
import * as budgets from '@shop/server/limits/budgets'
import { tooMany } from '@shop/server/limits/limit'
import type { Count, Counters } from '@shop/stores/counters/counters'
import type { Middleware } from 'koa'

export type RequestLimits = ReturnType<typeof limitRequests>

const FILES = /^\/(pictures|uploads|assets)\//
const PROBES = /^\/(healthz|readyz)$/

/** See reliability 8.6. */
export function limitRequests(counters: Counters) {
  const second = counters.counter(budgets.requests)
  const burst = counters.counter(budgets.requestsInBurst)
  const files = counters.counter(budgets.files)
  const probes = counters.counter(budgets.probes)

  async function take(address: string): Promise<Count> {
    const client = clientOf(address)
    const count = await second.take(client)
    return count.isOver ? { ...count, isOver: (await burst.take(client)).isOver } : count
  }

  const middleware: Middleware = async (ctx, next) => {
    const own = FILES.test(ctx.path) ? files : PROBES.test(ctx.path) ? probes : undefined
    const { isOver, againInMs } = await (own ? own.take(clientOf(ctx.ip)) : take(ctx.ip))
    if (isOver) throw tooMany('Too many requests. Wait a moment', againInMs)
    return next()
  }

  return { take, middleware }
}
