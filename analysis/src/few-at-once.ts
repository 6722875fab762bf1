import { ShopError } from '@shop/language/errors'
import type { Middleware } from 'koa'

/**
 * Answers so many at once, and refuses the others with OVERLOADED. The copy is read for one after the other, also for those who have gone:
 * a page that asks at each step must not keep all others waiting.
 */
export function fewAtOnce(most: number): Middleware {
  let asking = 0
  return async (_ctx, next) => {
    if (asking >= most) throw new ShopError('OVERLOADED', 'Too much is asked of the log. Try again in a moment')
    asking++
    try {
      await next()
    } finally {
      asking--
    }
  }
}
