import type { Position } from '@shop/language/events/event'
import type { Context } from 'koa'

/** Answers a write with its body, and the position that the read models must reach to show all of it. */
export function answer(ctx: Context, body: unknown, ...positions: readonly Position[]) {
  const last = positions.toSorted().at(-1)
  if (last) ctx.set('x-position', last)
  ctx.body = body
}
