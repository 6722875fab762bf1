import { ShopError } from '@shop/language/errors'
import type { ParameterizedContext } from 'koa'

/** Links to the next page relative to this address, which only the gateway knows (RFC 8288, RFC 3986 5.2). */
export function linkNext(ctx: ParameterizedContext, cursor: string | undefined) {
  if (cursor === undefined) return
  const query = new URLSearchParams(ctx.querystring)
  query.set('cursor', cursor)
  ctx.append('Link', `<?${query}>; rel="next"`)
}

/** The sort with this name; throws VALIDATION_FAILED for one that the list does not have. */
export function sortNamed<Sort>(sorts: Readonly<Record<string, Sort>>, name = ''): Sort {
  const sort = Object.hasOwn(sorts, name.toLowerCase()) ? sorts[name.toLowerCase()] : undefined
  if (sort) return sort
  const message = `One of ${Object.keys(sorts).filter(Boolean).join(', ')} is expected`
  throw new ShopError('VALIDATION_FAILED', `sortBy: ${message}`, { details: { fields: [{ path: 'sortBy', message }] } })
}
