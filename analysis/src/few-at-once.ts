import { ShopError } from '@shop/language/errors'
import type { Middleware } from 'koa'

/**
 * Refuses more than `most` requests at once with OVERLOADED. The copy serves one read at a time, and finishes a read even if its caller has
 * disconnected.
 */
export function fewAtOnce(most: number): Middleware {
  let running = 0
  return async (_ctx, next) => {
    if (running >= most) throw new ShopError('OVERLOADED', 'The analysis is busy. Try again in a moment')
    running++
    try {
      await next()
    } finally {
      running--
    }
  }
}
