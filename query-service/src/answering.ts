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
    const isMadeOf = (names: readonly string[]) =>
      names.length > 0 &&
      answering.some(
        ([routes, madeOf]) =>
          madeOf.some(({ name }) => names.includes(name)) && routes.match(ctx.path, ctx.method).route,
      )
    if (isMadeOf(followed.filter((name) => !known.has(name))))
      throw new ShopError('UNAVAILABLE', 'This part of the shop is being prepared. Try again in a moment')
    const halted = [...known].flatMap(([name, checkpoint]) => (checkpoint.halted ? [name] : []))
    if (isMadeOf(halted)) ctx.set('X-Consistency', 'pending')
    return next()
  }
}
