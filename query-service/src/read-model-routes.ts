import Router from '@koa/router'
import { isShopError } from '@shop/language/errors'
import type { ReadModel, ReadModelFailure } from '@shop/language/shop/api'
import { adminOf } from '@shop/server/http/authenticate'
import type { EventReader, Extent } from '@shop/stores/event-store/event-store'
import type { Checkpoint, Failure } from '@shop/stores/read-store/checkpoint'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { FollowedStandings } from '@shop/stores/read-store/standings'
import type { Middleware } from 'koa'

/** The route that shows admins the events at which read models have halted, the events that they left out, and the progress of rebuilds. */
export function readModelRoutes(
  { followed, checkpoints }: FollowedStandings,
  readStore: Pick<ReadStore, 'staged'>,
  log: Pick<EventReader, 'extent'>,
): Router {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/admin/read-models', async (ctx) => {
    adminOf(ctx)
    ctx.body = (await Promise.all(followed.map(viewed))).flat()
  })

  async function viewed(name: string): Promise<ReadModel[]> {
    const checkpoint = checkpoints().get(name)
    const building = await progressOf(name)
    return checkpoint || building ? [viewOf(name, checkpoint, building)] : []
  }

  /** How far a read model is built. Undefined if the read store or the log is unavailable; then the answer has no progress. */
  async function progressOf(name: string): Promise<Extent | undefined> {
    try {
      const position = await readStore.staged(name)
      return position === undefined ? undefined : await log.extent(position)
    } catch (error) {
      if (isShopError(error, 'UNAVAILABLE')) return undefined
      throw error
    }
  }

  return router
}

function viewOf(name: string, { halted, leftOut }: Partial<Checkpoint> = {}, building?: Extent): ReadModel {
  return {
    name,
    ...(halted && { halted: { ...failureView(halted), resuming: halted.resume !== undefined } }),
    ...(building && { building: { read: building.read, of: building.all, unit: building.unit } }),
    leftOut: { count: leftOut?.count ?? 0, newest: (leftOut?.newest ?? []).map(failureView).toReversed() },
  }
}

const failureView = ({ event: { id, type, stream }, error, at }: Failure): ReadModelFailure => ({
  event: { id, type, stream },
  error,
  at,
})

/** Routes, and the collections from which their answers are made. */
export type Answering = readonly [routes: Router, madeOf: readonly Readonly<{ name: string }>[]]

/** Adds a header to an answer that is made from a halted read model, because the answer can be out of date. */
export function markHalted({ checkpoints }: FollowedStandings, answering: readonly Answering[]): Middleware {
  return (ctx, next) => {
    const halted = new Set([...checkpoints()].flatMap(([name, checkpoint]) => (checkpoint.halted ? [name] : [])))
    const isMadeOfOne = ([routes, madeOf]: Answering) =>
      madeOf.some(({ name }) => halted.has(name)) && routes.match(ctx.path, ctx.method).route
    if (halted.size > 0 && answering.some(isMadeOfOne)) ctx.set('X-Consistency', 'pending')
    return next()
  }
}
