import Router from '@koa/router'
import { START } from '@shop/language/events/event'
import type { Consistency } from '@shop/language/shop/api'
import { adminOf } from '@shop/server/http/authenticate'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { FollowedStandings } from '@shop/stores/read-store/standings'
import type { Answering } from './answering.ts'

/**
 * How far the slowest read model is behind the log. Every admin page calls this route repeatedly, so a call must not read the whole log.
 */
export function consistencyRoutes(
  { standings }: Pick<FollowedStandings, 'standings'>,
  log: Pick<EventReader, 'extent' | 'head'>,
): Answering {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/admin/consistency', async (ctx) => {
    adminOf(ctx)
    ctx.body = await consistency()
  })

  async function consistency(): Promise<Consistency> {
    const [lowest = START] = Object.values(standings())
      .map(({ position = START }) => position)
      .toSorted()
    const { read, all, unit } = await log.extent(lowest)
    if (unit === 'events') return { event: read, behind: Math.max(0, all - read) }
    return { event: null, behind: lowest >= (await log.head()) ? 0 : null }
  }

  return [router, []]
}
