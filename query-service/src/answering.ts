import type Router from '@koa/router'
import { ShopError } from '@shop/language/errors'
import type { FollowedStandings } from '@shop/stores/read-store/standings'
import type { Middleware } from 'koa'

export type Answering = readonly [routes: Router, madeOf: readonly Readonly<{ name: string }>[]]

/** Throws UNAVAILABLE if an answer is made of a read model that was never built. Marks an answer that is made of a halted one. */
export function checkReadModels(
  { followed, checkpoints }: Pick<FollowedStandings, 'followed' | 'checkpoints'>,
  answering: readonly Answering[],
): Middleware {
  return (ctx, next) => {
    const known = checkpoints()
    const unbuilt = new Set(followed.filter((name) => !known.has(name)))
    const halted = new Set([...known].flatMap(([name, checkpoint]) => (checkpoint.halted ? [name] : [])))
    const isMadeOf = (names: ReadonlySet<string>) =>
      names.size > 0 &&
      answering.some(
        ([routes, madeOf]) => madeOf.some(({ name }) => names.has(name)) && routes.match(ctx.path, ctx.method).route,
      )
    if (isMadeOf(unbuilt))
      throw new ShopError('UNAVAILABLE', 'This part of the shop is being prepared. Try again in a moment')
    if (isMadeOf(halted)) ctx.set('X-Consistency', 'pending')
    return next()
  }
}
