import type { Context } from 'koa'

/** Called if the caller has disconnected. Sets a status for the logger, so that the request does not look like a failure of the shop. */
export function giveUp(ctx: Context) {
  ctx.status = 400
  ctx.body = null
}
