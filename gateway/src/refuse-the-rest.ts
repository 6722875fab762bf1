import type { RouterInstance } from '@koa/router'
import { ShopError } from '@shop/language/errors'
import type { Context, Middleware } from 'koa'
import { apiTable } from './api-table.ts'

/**
 * A path that the table names word by word is that call and no other: `PUT /api/products/facets` is not an edit of a product
 * with the id `facets` (OpenAPI 3.1, path templating). Another method of it is answered with 405.
 */
export const refuseOtherMethods: Middleware = (ctx, next) => {
  const methods = namedWhole.get(ctx.path)
  if (!methods || methods.has(ctx.method) || ctx.method === 'OPTIONS') return next()
  throw notAllowed(ctx as Context, methods)
}

/** Answers everything under /api that is not in the table: another method of a known path with 405, anything else with 404. */
export const refuseTheRest =
  (router: RouterInstance): Middleware =>
  (ctx) => {
    const matched = () => new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods))
    const methods = namedWhole.get(ctx.path) ?? matched()
    if (methods.size === 0) throw new ShopError('NOT_FOUND', 'There is nothing here')
    throw notAllowed(ctx as Context, methods)
  }

/** The methods of every path without a parameter. */
const namedWhole: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...Map.groupBy(apiTable, ({ path }) => path)]
    .filter(([path]) => !path.includes('{'))
    .map(([path, rows]) => [
      path,
      new Set(rows.flatMap(({ method }) => (method === 'GET' ? ['HEAD', 'GET'] : method))),
    ]),
)

function notAllowed(ctx: Context, methods: ReadonlySet<string>): ShopError {
  const allowed = [...methods].join(', ')
  ctx.set('Allow', allowed)
  return new ShopError('METHOD_NOT_ALLOWED', `This address answers ${allowed}`)
}
