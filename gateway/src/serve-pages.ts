import { mayBeKept } from '@shop/server/http/public-answers'
import type { Middleware } from 'koa'
import type { AskApi } from './ask-api.ts'
import { LOOKED_AT_EVERY_MS, openBuiltPages } from './built-pages.ts'
import { keepViews } from './kept-views.ts'
import type { PaymentHeaders } from './security-headers.ts'

type Parts = Readonly<{
  folder: string
  ask: AskApi
  /** Empty if it is not configured. */
  origin: string
  isBounded: boolean
  setPaymentHeaders: PaymentHeaders
}>

/** Passes on files, the paths in `FOLDERS`, methods other than GET and HEAD, and all addresses before the first build. */
export function servePages({ folder, ask, origin, isBounded, setPaymentHeaders }: Parts): Middleware {
  const builtNow = openBuiltPages(folder, origin)
  const viewFor = keepViews(isBounded)

  return async (ctx, next) => {
    if (!['GET', 'HEAD'].includes(ctx.method) || FOLDERS.test(ctx.path)) return next()
    const page = (await builtNow())?.(ctx.url)
    // Addresses with a file extension belong to files, except `.html`, because HTML files are never served.
    if (!page || (!page.isPage && /\.(?!html$)\w+$/.test(ctx.path))) return next()
    const view = viewFor(ctx.ip)
    const nonce = page.takesPayment ? setPaymentHeaders(ctx) : undefined
    let isWhole = true
    const { status, html } = await page.draw({
      async ask(address) {
        const answer = await ask(ctx, address)
        isWhole &&= answer !== undefined
        return answer
      },
      view(key, draw) {
        const first = view(key, draw)
        isWhole &&= first !== ''
        return first
      },
      nonce,
    })
    ctx.status = status
    ctx.type = 'html'
    ctx.body = html
    // Caches must revalidate a page, because the shown stock changes with every sale.
    ctx.set('Cache-Control', page.takesPayment ? 'no-store' : 'no-cache')
    if (isWhole && !page.takesPayment) mayBeKept(ctx, LOOKED_AT_EVERY_MS)
  }
}

const FOLDERS = /^\/(pictures|uploads|assets|simulator)(\/|$)/
