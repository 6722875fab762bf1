import type { Context } from 'koa'

/** Called if the caller has disconnected. The status only reaches the log, where it must not look like a failure of the shop. */
export function giveUp(ctx: Context) {
  ctx.status = 400
  ctx.body = null
}
