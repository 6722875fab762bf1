import { clientOf } from '@shop/server/limits/address-keys'
import type { Middleware } from 'koa'

/**
 * Begins one request in each turn of the event loop, the clients' in turn: a hundred requests that one client sends at once
 * neither hold the loop for the sum of their times nor stand before another client's request.
 */
export function takeTurns(): Middleware {
  /** Those who wait, by client; the client whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  let isTurning = false

  function turn() {
    const [next] = waiting
    if (!next) {
      isTurning = false
      return
    }
    const [client, [begin, ...others]] = next
    waiting.delete(client)
    if (others.length > 0) waiting.set(client, others)
    setImmediate(turn)
    begin?.()
  }

  return async (ctx, next) => {
    if (isTurning) await new Promise<void>((begin) => wait(clientOf(ctx.ip), begin))
    else {
      isTurning = true
      setImmediate(turn)
    }
    return next()
  }

  function wait(client: string, begin: () => void) {
    const line = waiting.get(client)
    if (line) line.push(begin)
    else waiting.set(client, [begin])
  }
}
