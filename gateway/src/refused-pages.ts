import type { Refusal } from '@shop/language/refusal/answers'
import type { Middleware } from 'koa'
import { isUnderApi } from './find-row.ts'

/** Answers a refused request of a browser with a page, and not with JSON. If the refusal is only for now, the page reloads itself. */
export const refusedPages: Middleware = async (ctx, next) => {
  await next()
  const { code, message } = (ctx.body ?? {}) as Partial<Refusal>
  if (!code || !message || isUnderApi(ctx.path) || ctx.accepts('json', 'html') !== 'html') return
  const { status } = ctx
  const seconds = Number(ctx.response.get('Retry-After')) || undefined
  ctx.type = 'html'
  ctx.body = pageOf(message, seconds)
  ctx.status = status
}

const pageOf = (message: string, seconds: number | undefined) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${seconds === undefined ? '' : `<meta http-equiv="refresh" content="${seconds}">`}
    <title>${titleOf(seconds)} · Selvedge</title>
  </head>
  <body>
    <main>
      <h1>${titleOf(seconds)}</h1>
      <p>${escaped(message)}.</p>
      <p>${seconds === undefined ? '<a href="/">Continue shopping</a>' : '<a href="">Try again</a>'}</p>
    </main>
  </body>
</html>
`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const titleOf = (seconds: number | undefined) => (seconds === undefined ? 'This page cannot be shown' : 'One moment')
