import { ShopError } from '@shop/language/errors'
import type { Middleware } from 'koa'

/**
 * Answers at most `most` requests at once, and refuses other requests with OVERLOADED. The copy serves only one read at a time, and also
 * finishes reads for callers that have gone. Without this limit, all callers would wait for a page that sends many requests.
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
