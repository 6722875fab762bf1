import { ShopError } from '@shop/language/errors'
import type { Middleware } from 'koa'

/**
 * Answers at most `most` requests at once, and refuses other requests with OVERLOADED. The copy serves only one read at a time, and finishes
 * reads even for callers that have disconnected. Without this limit, one page with many requests would make all callers wait.
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
