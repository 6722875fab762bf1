import Router from '@koa/router'
import type { FollowedPosition } from '@shop/stores/read-store/follow-position'
import type { Middleware } from 'koa'

const LONGEST_WAIT_MS = 1500

/** For the gateway alone: `GET /reached?after=<position>` answers once the documents show more than that. */
export const reachedRoute = ({ past }: Pick<FollowedPosition, 'past'>): Middleware =>
  new Router({ strict: true, sensitive: true })
    .get('/reached', async (ctx) => {
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { position: (await past(String(ctx.query.after ?? ''), LONGEST_WAIT_MS)) ?? '' }
    })
    .routes() as Middleware
