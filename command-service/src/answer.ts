import type { Position } from '@shop/language/events/event'
import type { Context } from 'koa'

/** Answers with `body`, and reports the position that read models must reach to show the write. */
export function answer(ctx: Context, body: unknown, ...positions: readonly Position[]) {
  noteReached(ctx, positions.toSorted().at(-1))
  ctx.body = body
}

/** A refused command reports a position too, if it has recorded an event. */
export function noteReached(ctx: Context, position: Position | undefined) {
  if (position) ctx.set('x-position', position)
}
