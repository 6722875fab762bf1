import Router from '@koa/router'
import type { Middleware } from 'koa'

/**
 * Answers like `router.routes()`, but tries only the routes whose paths begin with the request's first word. The router itself would try
 * all its routes. Middleware without a path runs before the routes that were added after it.
 */
export function routesByFirstWord(router: Router): Middleware {
  const paths = router.stack.filter(({ methods }) => methods.length > 0).map(({ path }) => String(path))
  const routes = new Map(Array.from(new Set(paths.map(firstWord)), (word) => [word, routesOf(router, word)]))
  return (ctx, next) => routes.get(firstWord(ctx.path))?.(ctx, next) ?? next()
}

function routesOf({ opts, stack }: Router, word: string): Middleware {
  const some = new Router(opts)
  some.stack = stack.filter(({ path }) => !String(path).startsWith('/') || firstWord(String(path)) === word)
  return some.routes() as Middleware
}

const firstWord = (path: string) => path.split('/', 2)[1] ?? ''
