import { ShopError } from '@shop/language/errors'
import type { Middleware } from 'koa'

/**
 * Answers this many requests at once, and refuses the others with OVERLOADED. The copy serves one read after the other, even for a caller
 * who has gone. Without this limit, a page that sends many requests would keep all other callers waiting.
 */
export function fewAtOnce(most: number): Middleware {
  let asking = 0
  return async (_ctx, next) => {
    if (asking >= most) throw new ShopError('OVERLOADED', 'The analysis is busy. Try again in a moment')
    asking++
    try {
      await next()
    } finally {
      asking--
    }
  }
}
