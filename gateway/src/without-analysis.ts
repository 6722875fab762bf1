import { ShopError } from '@shop/language/errors'
import type { Middleware } from 'koa'

/** In place of the room for analysts where it does not run; `why` is for them. */
export const withoutAnalysis =
  (why: string): Middleware =>
  () => {
    throw new ShopError('UNAVAILABLE', `There is no analysis. ${why}`)
  }
