import { ShopError } from '@shop/language/errors'
import { createFairLine } from '@shop/server/limits/fair-line'
import type { Middleware } from 'koa'
import { giveUp } from './give-up.ts'

/** More than a client's budget of requests in any one second, and than its files of a few pages at once. */
const MOST_WAITING = 512

/**
 * Begins one request in each turn of the event loop, the networks' in turn and in each its clients': a hundred requests that one client sends at once
 * neither hold the loop for the sum of their times nor stand before another client's request. Further ones of a client of whom
 * too many wait are refused: behind a proxy that sends on whatever it gets, nothing else bounds them.
 */
export function takeTurns(mostWaiting = MOST_WAITING): Middleware {
  const waiting = createFairLine<() => void>()
  let isTurning = false

  function turn() {
    const begin = waiting.next()
    if (!begin) {
      isTurning = false
      return
    }
    setImmediate(turn)
    begin()
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

  function wait(address: string, begin: () => void) {
    if (waiting.waitingOf(address) >= mostWaiting)
      throw new ShopError('OVERLOADED', 'The shop is full right now. Try again soon')
    waiting.join(address, begin)
  }
}
