import { createFairLine } from '@shop/server/limits/fair-line'
import { createQueue, overloaded } from '@shop/server/limits/queue'
import { reads, turns, writes } from '@shop/server/limits/table'
import type { Context, Middleware } from 'koa'
import { giveUp } from './give-up.ts'

/**
 * Starts waiting requests until `spentMs` of a turn of the event loop are used: networks take turns, and in each network its clients.
 * Requests that start together share a commit of the log. A hundred requests of one client neither block the loop for the sum of their
 * times nor go before another client's. No request is refused for this wait, because a refusal takes a turn as well. Only a client with
 * too many waiting requests is refused: behind a proxy that forwards everything, nothing else limits them.
 */
export function takeTurns(now = () => performance.now()): Middleware {
  const { spentMs, waitingOfClient, full } = turns
  const waiting = createFairLine<() => void>()
  let isTurning = false
  let begunMs = 0
  let begun = 0

  function turn() {
    begunMs = now()
    begun = 0
    beginNext()
  }

  function beginNext() {
    const begin = waiting.next()
    if (begin) {
      begun += 1
      begin()
      // A tick requested by a microtask comes after all other microtasks: the request has then run as far as it can without waiting.
      queueMicrotask(() => process.nextTick(goOn))
    } else if (begun > 0) setImmediate(turn)
    else isTurning = false
  }

  function goOn() {
    if (now() - begunMs < spentMs) beginNext()
    else setImmediate(turn)
  }

  function wait(address: string, begin: () => void) {
    if (waiting.waitingOf(address) >= waitingOfClient) throw overloaded(full)
    waiting.join(address, begin)
  }

  return async (ctx, next) => {
    if (isTurning) await new Promise<void>((begin) => wait(ctx.ip, begin))
    else {
      isTurning = true
      setImmediate(turn)
    }
    if (ctx.res.destroyed) return giveUp(ctx)
    return next()
  }
}

/**
 * Limits requests in flight. Further ones wait in fair turns, and are refused if the wait would be too long (reliability R14: overload).
 * With `isBounded` false none is refused: for benchmarks and tests.
 */
export function boundInFlight({ isBounded = true, now }: { isBounded?: boolean; now?: () => number } = {}): Middleware {
  const queueOf = (limits: typeof writes) =>
    createQueue(isBounded ? limits : { ...limits, mostWaitMs: Number.POSITIVE_INFINITY }, now)
  const [write, read] = [queueOf(writes), queueOf(reads)]
  return (ctx, next) => {
    const inTurn = ctx.method === 'GET' || ctx.method === 'HEAD' ? read : write
    return inTurn(ctx.ip, async () => (ctx.res.destroyed ? giveUp(ctx as Context) : next()))
  }
}
