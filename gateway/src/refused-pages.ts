import { isShopError } from '@shop/language/errors'
import type { Middleware } from 'koa'

/** Answers a refused request for a page with a page that reloads itself, and not with JSON. */
export const refusedPages: Middleware = async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    const isForNow = isShopError(error) && (error.status === 429 || error.status === 503)
    if (!isForNow || ctx.path.startsWith('/api') || ctx.accepts('json', 'html') !== 'html') throw error
    const seconds = Number(error.details.retryAfter ?? 1)
    ctx.status = error.status
    ctx.set('Cache-Control', 'no-store')
    ctx.set('Retry-After', String(seconds))
    ctx.type = 'html'
    ctx.body = pageOf(error.message, seconds)
  }
}

const pageOf = (message: string, seconds: number) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="refresh" content="${seconds}">
    <title>One moment · Selvedge</title>
  </head>
  <body>
    <main>
      <h1>One moment</h1>
      <p>${message}.</p>
      <p><a href="">Try again</a></p>
    </main>
  </body>
</html>
`
