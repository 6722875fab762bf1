import { ShopError } from '@shop/language/errors'
import type { Middleware } from 'koa'

export const withoutAnalysis =
  (why: string): Middleware =>
  () => {
    throw new ShopError('UNAVAILABLE', `Analysis is not available. ${why}`)
  }
