import { basename, dirname, join } from 'node:path'
import { send } from '@koa/send'
import { ShopError } from '@shop/language/errors'
import type { Context, Middleware } from 'koa'

type Folders = Readonly<{
  web: string
  pictures: (name: string) => Promise<string | undefined>
  uploads: string
}>
type Options = Parameters<typeof send>[2]

/** An SVG is text, although its type does not start with "text". */
const SVG = 'image/svg+xml'
const YEAR_MS = 365 * 24 * 60 * 60 * 1000
const forEver = { maxAge: YEAR_MS, immutable: true }

export function serveWeb({ web, pictures, uploads }: Folders): Middleware {
  return async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD')
      throw new ShopError('METHOD_NOT_ALLOWED', 'This address accepts only GET and HEAD')
    }
    const served = await answer(ctx)
    if (!served) throw new ShopError('NOT_FOUND', 'This address does not exist')
    if (ctx.fresh) ctx.status = 304
  }

  function answer(ctx: Context): Promise<boolean> {
    // The built HTML is only the template of rendered pages.
    if (/\.html(\.\w+)?$/i.test(decodeURIComponent(ctx.path))) return Promise.resolve(false)
    const [, area, name = ''] = /^\/(pictures|uploads|assets|simulator)(?:\/(.*))?$/.exec(ctx.path) ?? []
    if (area === 'pictures') return picture(ctx, name)
    if (area === 'uploads') return upload(ctx, name)
    if (area === 'assets') return file(ctx, ctx.path, { root: web, ...forEver })
    // If a simulator is mounted, it has answered already.
    if (area === 'simulator') return Promise.resolve(false)
    ctx.set('Cache-Control', 'no-cache')
    return file(ctx, ctx.path, { root: web })
  }

  async function picture(ctx: Context, name: string) {
    if (!/^[\w-]+\.webp$/.test(name)) return false
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
    const path = await pictures(name)
    return path !== undefined && file(ctx, basename(path), { root: dirname(path), ...forEver })
  }

  /** A browser must treat an upload only as a picture (decisions P17: uploaded pictures). */
  async function upload(ctx: Context, name: string) {
    if (!/^[\w-]+-(240|480|800|1200)\.webp$/.test(name)) return false
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
    ctx.set('Content-Security-Policy', "default-src 'none'; sandbox")
    if (await file(ctx, name, { root: uploads, ...forEver })) return true
    return file(ctx, name, { root: join(uploads, 'pending'), maxAge: 0 })
  }
}

/** Returns false if there is no such file, or if the path leads out of the folder. */
async function file(ctx: Context, path: string, options: NonNullable<Options>): Promise<boolean> {
  try {
    // Built files may have compressed copies beside them.
    ctx.vary('Accept-Encoding')
    if ((await send(ctx as never, path, { index: false, ...options })) === undefined) return false
    if (ctx.type === SVG) ctx.set('Content-Type', `${SVG}; charset=utf-8`)
    return true
  } catch (error) {
    const { status = 500 } = error as { status?: number }
    if (status >= 500) throw error
    return false
  }
}
