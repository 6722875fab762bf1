import { text } from 'node:stream/consumers'
import type { Context, Middleware } from 'koa'

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
    if (!Buffer.isBuffer(body)) return replaceBody(ctx as Context, whole(await jsonOf(body)))
    const twin = twins.get(body) ?? Buffer.from(whole(body.toString()))
    twins.set(body, twin)
    replaceBody(ctx as Context, twin)
  }
}

const jsonOf = async (body: unknown) =>
  typeof body === 'string' ? body : isStream(body) ? text(body) : JSON.stringify(body)
const isStream = (body: unknown): body is NodeJS.ReadableStream =>
  typeof (body as NodeJS.ReadableStream).pipe === 'function'

function replaceBody(ctx: Context, body: string | Buffer) {
  ctx.remove('Content-Length')
  const { status } = ctx
  ctx.body = body
  ctx.status = status
}
