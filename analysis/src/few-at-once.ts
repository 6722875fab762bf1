import { ShopError } from '@shop/language/errors'
import type { Middleware } from 'koa'

/**
 * Limits the number of requests that are answered at the same time to `most`. Refuses further requests with OVERLOADED. The copy serves
 * only one read at a time, and finishes reads even for callers that have disconnected. Without this limit, one page with many requests
 * would make all callers wait.
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
