import { ShopError } from '@shop/language/errors'
import { clientOf } from '@shop/server/limits/address-keys'
import type { Middleware } from 'koa'
import { giveUp } from './give-up.ts'

/** More than a client's budget of requests in any one second, and than its files of a few pages at once. */
const MOST_WAITING = 512

/**
 * Begins one request in each turn of the event loop, the clients' in turn: a hundred requests that one client sends at once
 * neither hold the loop for the sum of their times nor stand before another client's request. Further ones of a client of whom
 * too many wait are refused: behind a proxy that sends on whatever it gets, nothing else bounds them.
 */
export function takeTurns(mostWaiting = MOST_WAITING): Middleware {
  /** Those who wait, by client, in the order in which they came; the client whose turn is next comes first. */
  const waiting = new Map<string, Set<() => void>>()
  let isTurning = false

  function turn() {
    const [next] = waiting
    if (!next) {
      isTurning = false
      return
    }
    const [client, line] = next
    const [begin] = line
    waiting.delete(client)
    if (begin) line.delete(begin)
    if (line.size > 0) waiting.set(client, line)
    setImmediate(turn)
    begin?.()
  }

  return async (ctx, next) => {
    if (isTurning) await new Promise<void>((begin) => wait(clientOf(ctx.ip), begin))
    else {
      isTurning = true
      setImmediate(turn)
    }
    if (ctx.res.destroyed) return giveUp(ctx)
    return next()
  }

  function wait(client: string, begin: () => void) {
    const line = waiting.get(client) ?? new Set()
    if (line.size >= mostWaiting) throw new ShopError('OVERLOADED', 'The shop is full right now. Try again soon')
    waiting.set(client, line.add(begin))
  }
}
