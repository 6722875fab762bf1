import type { ParameterizedContext } from 'koa'
import { queryOf } from './parse.ts'

/** The link is relative, because only the gateway knows the shop's address (RFC 8288, RFC 3986 5.2). */
export function linkNext(ctx: ParameterizedContext, cursor: string | undefined) {
  if (cursor === undefined) return
  const query = new URLSearchParams(queryOf(ctx))
  query.set('cursor', cursor)
  ctx.append('Link', `<?${query}>; rel="next"`)
}
