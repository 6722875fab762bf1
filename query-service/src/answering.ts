import type Router from '@koa/router'
import type { FollowedStandings } from '@shop/stores/read-store/standings'
import type { Middleware } from 'koa'

export type Answering = readonly [routes: Router, madeOf: readonly Readonly<{ name: string }>[]]

export function markHalted({ checkpoints }: FollowedStandings, answering: readonly Answering[]): Middleware {
  return (ctx, next) => {
    const halted = new Set([...checkpoints()].flatMap(([name, checkpoint]) => (checkpoint.halted ? [name] : [])))
    const isMadeOfOne = ([routes, madeOf]: Answering) =>
      madeOf.some(({ name }) => halted.has(name)) && routes.match(ctx.path, ctx.method).route
    if (halted.size > 0 && answering.some(isMadeOfOne)) ctx.set('X-Consistency', 'pending')
    return next()
  }
}
