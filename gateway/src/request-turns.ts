import { reads, turns, writes } from '@shop/server/limits/at-once'
import { createFairLine } from '@shop/server/limits/fair-line'
import { createQueue, overloaded } from '@shop/server/limits/queue'
import type { Middleware } from 'koa'
import { giveUp } from './give-up.ts'

/**
 * In each turn of the event loop, waiting requests start until `spentMs` are used. Requests that start in the same turn share a commit of
 * the log. Networks take turns, and so do the clients of a network. A client with too many waiting requests is refused. No request is
 * refused for waiting long, because the refusal would need a turn too.
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
      // Continue after all microtasks. By then, the started request waits for something or has ended.
      queueMicrotask(() => process.nextTick(continueTurn))
    } else if (begun > 0) setImmediate(turn)
    else isTurning = false
  }

  function continueTurn() {
    if (now() - begunMs < spentMs) beginNext()
    else setImmediate(turn)
  }

  return async (ctx, next) => {
    if (isTurning) {
      if (waiting.waitingOf(ctx.ip) >= waitingOfClient) throw overloaded(full)
      await new Promise<void>((begin) => waiting.join(ctx.ip, begin))
    } else {
      isTurning = true
      setImmediate(turn)
    }
    if (ctx.res.destroyed) return giveUp(ctx)
    return next()
  }
}

/**
 * Limits the number of requests that are handled concurrently. A request is refused if it would wait too long (reliability R14: overload),
 * unless `isBounded` is false.
 */
export function boundInFlight({ isBounded = true, now }: { isBounded?: boolean; now?: () => number } = {}): Middleware {
  const queueOf = (limits: typeof writes) =>
    createQueue(isBounded ? limits : { ...limits, mostWaitMs: Number.POSITIVE_INFINITY }, now)
  const [write, read] = [queueOf(writes), queueOf(reads)]
  return (ctx, next) => {
    const inTurn = ctx.method === 'GET' || ctx.method === 'HEAD' ? read : write
    return inTurn(ctx.ip, async () => (ctx.res.destroyed ? giveUp(ctx) : next()))
  }
}
