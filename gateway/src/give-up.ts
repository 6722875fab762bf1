import type { Context } from 'koa'

/** The caller has gone: the status is only logged, and is not a failure of the shop. */
export function giveUp(ctx: Context) {
  ctx.status = 400
  ctx.body = null
}
