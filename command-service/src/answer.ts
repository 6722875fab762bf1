import type { Position } from '@shop/language/events/event'
import type { Context } from 'koa'

/** Answers a write with `body`, and reports the position that the read models must reach to show everything that was written. */
export function answer(ctx: Context, body: unknown, ...positions: readonly Position[]) {
  noteReached(ctx, positions.toSorted().at(-1))
  ctx.body = body
}

/** Reports the position that the read models must reach. Also used for a refused command that has recorded an event. */
export function noteReached(ctx: Context, position: Position | undefined) {
  if (position) ctx.set('x-position', position)
}
