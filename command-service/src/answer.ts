import type { Position } from '@shop/language/events/event'
import type { Context } from 'koa'

/** Answers a write: its body, and how far in the log a reader must be to see all of it. */
export function answer(ctx: Context, body: unknown, ...positions: readonly Position[]) {
  const last = positions.toSorted().at(-1)
  if (last) ctx.set('x-position', last)
  ctx.body = body
}
