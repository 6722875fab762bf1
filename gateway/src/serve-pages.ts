import { createHash } from 'node:crypto'
import { clientOf } from '@shop/server/limits/address-keys'
import type { Context, Middleware } from 'koa'
import type { AskApi } from './ask-api.ts'
import { openBuiltPages } from './built-pages.ts'
import { keepViews } from './kept-views.ts'

type Parts = Readonly<{
  /** The folder of the built client. */
  folder: string
  ask: AskApi
  /** The shop's public origin, or empty if it is not configured. */
  origin: string
  /** Whether drawing is bounded, for one client and in all. */
  isBounded: boolean
}>

/** The web client's HTML for every page address, as `web` draws it; 404 where there is no page. */
export function servePages({ folder, ask, origin, isBounded }: Parts): Middleware {
  const builtNow = openBuiltPages(folder, origin)
  const viewFor = keepViews(isBounded)

  return async (ctx, next) => {
    if (!['GET', 'HEAD'].includes(ctx.method) || FOLDERS.test(ctx.path)) return next()
    const page = (await builtNow())?.(ctx.url)
    // A name with a dot is a file's, unless a page has it. No file that is served is HTML.
    if (!page || (!page.isPage && /\.(?!html$)\w+$/.test(ctx.path))) return next()
    const view = viewFor(clientOf(ctx.ip))
    const { status, html } = await page.draw({ ask: (address) => ask(ctx as Context, address), view })
    answer(ctx as Context, html, status)
  }
}

/** They hold files and nothing else. */
const FOLDERS = /^\/(pictures|uploads|assets|simulator)(\/|$)/

function answer(ctx: Context, html: string, status: 200 | 404) {
  ctx.status = status
  ctx.type = 'html'
  // Caches must revalidate: what is for sale changes with every sale.
  ctx.set('Cache-Control', 'no-cache')
  ctx.set('ETag', `W/"${createHash('sha1').update(html).digest('base64url')}"`)
  ctx.body = html
  if (ctx.fresh) ctx.status = 304
}
