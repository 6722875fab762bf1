import Router from '@koa/router'
import type { ReadModel, ReadModelFailure } from '@shop/language/api/read-models'
import { adminOf } from '@shop/server/http/authenticate'
import type { Checkpoint, Failure } from '@shop/stores/read-store/checkpoint'
import type { FollowedStandings } from '@shop/stores/read-store/standings'
import type { Middleware } from 'koa'

/** The failures of read models, for admins. */
export function readModelRoutes({ checkpoints }: FollowedStandings): Router {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/admin/read-models', (ctx) => {
    adminOf(ctx)
    ctx.body = [...checkpoints()].map(([name, checkpoint]) => viewOf(name, checkpoint))
  })

  return router
}

function viewOf(name: string, { halted, leftOut }: Checkpoint): ReadModel {
  return {
    name,
    ...(halted && { halted: { ...failureView(halted), resuming: halted.resume !== undefined } }),
    leftOut: { count: leftOut?.count ?? 0, newest: (leftOut?.newest ?? []).map(failureView).toReversed() },
  }
}

const failureView = ({ event: { id, type, stream }, error, at }: Failure): ReadModelFailure => ({
  event: { id, type, stream },
  error,
  at,
})

/** Routes, and the collections that they read. */
export type Answering = readonly [routes: Router, madeOf: readonly Readonly<{ name: string }>[]]

/** Marks answers from a halted read model, which may be out of date. */
export function markHalted({ checkpoints }: FollowedStandings, answering: readonly Answering[]): Middleware {
  return (ctx, next) => {
    const halted = new Set([...checkpoints()].flatMap(([name, checkpoint]) => (checkpoint.halted ? [name] : [])))
    const isMadeOfOne = ([routes, madeOf]: Answering) =>
      madeOf.some(({ name }) => halted.has(name)) && routes.match(ctx.path, ctx.method).route
    if (halted.size > 0 && answering.some(isMadeOfOne)) ctx.set('X-Consistency', 'pending')
    return next()
  }
}
