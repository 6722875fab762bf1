import { ShopError } from '@shop/language/errors'
import type { Middleware } from 'koa'

/** Replaces the analysis room if it does not run. */
export const withoutAnalysis =
  (why: string): Middleware =>
  () => {
    throw new ShopError('UNAVAILABLE', `Analysis is not available. ${why}`)
  }
