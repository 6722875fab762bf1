import type { ParameterizedContext } from 'koa'

/** The caller has disconnected. The status keeps the request from being logged as a failure of the shop. */
export function giveUp(ctx: ParameterizedContext) {
  ctx.status = 400
  ctx.body = null
}
