import type { Middleware, ParameterizedContext } from 'koa'
import { textOf } from './ask-api.ts'

/** The shop writes JSON without spaces. */
const OURS = /"(url|image|imageUrl)":"(\/(?:pictures|uploads)\/[\w-]+\.\w+)"/g

type Origins = Readonly<{ publicOrigin: string | undefined; others: readonly string[] }>

/**
 * Makes the addresses of pictures absolute in answers to pages of other allowed origins. A path would point to the page's own origin
 * (decisions P20: pictures for other origins).
 */
export function wholePictureAddresses({ publicOrigin, others }: Origins): Middleware {
  const isElsewhere = (origin: string) => origin !== publicOrigin && others.includes(origin)
  /** A cached answer is always the same buffer. */
  const twins = new WeakMap<Buffer, Buffer>()
  const whole = (json: string) => json.replace(OURS, (_, name, path) => `"${name}":"${publicOrigin}${path}"`)

  return async (ctx, next) => {
    await next()
    const { body } = ctx
    if (!publicOrigin || !body || !isElsewhere(ctx.get('Origin')) || !ctx.response.is('json')) return
    if (!Buffer.isBuffer(body)) return replaceBody(ctx, whole(await textOf(body)))
    const twin = twins.get(body) ?? Buffer.from(whole(body.toString()))
    twins.set(body, twin)
    replaceBody(ctx, twin)
  }
}

function replaceBody(ctx: ParameterizedContext, body: string | Buffer) {
  ctx.remove('Content-Length')
  const { status } = ctx
  ctx.body = body
  ctx.status = status
}
