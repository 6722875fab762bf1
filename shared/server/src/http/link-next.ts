import type { ParameterizedContext } from 'koa'
import { queryOf } from './query.ts'

/** Links to the next page relative to this address, which only the gateway knows (RFC 8288, RFC 3986 5.2). */
export function linkNext(ctx: ParameterizedContext, cursor: string | undefined) {
  if (cursor === undefined) return
  const query = new URLSearchParams(queryOf(ctx))
  query.set('cursor', cursor)
  ctx.append('Link', `<?${query}>; rel="next"`)
}
