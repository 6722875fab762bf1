import { ShopError } from '@shop/language/errors'
import type { Middleware } from 'koa'

/** Replaces the analysis room where it does not run; `why` is the reason given to analysts. */
export const withoutAnalysis =
  (why: string): Middleware =>
  () => {
    throw new ShopError('UNAVAILABLE', `There is no analysis. ${why}`)
  }
