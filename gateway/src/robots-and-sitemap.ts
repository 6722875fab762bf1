import Router from '@koa/router'
import { ShopError } from '@shop/language/errors'
import { SUPPORT_TITLES, supportPath } from '@shop/language/limits'
import type { Product } from '@shop/language/product/api'
import type { Middleware, ParameterizedContext } from 'koa'
import type { AskApi } from './ask-api.ts'

const KEPT_MS = 10 * 60 * 1000
/** The limit of sitemaps.org. */
const MOST = 50_000
const STARTS = [
  '/',
  '/collections/all',
  '/collections/all?gender=Women',
  '/collections/all?gender=Men',
  ...SUPPORT_TITLES.map(supportPath),
  '/contact',
]

/**
 * Answers /robots.txt and /sitemap.xml, and redirects /privacy, because people may type this address. The addresses in a sitemap must be
 * absolute, so there is a sitemap only if the public origin is configured.
 */
export function robotsAndSitemap({ ask, origin }: { ask: AskApi; origin: string }): Middleware {
  let kept: { text: Promise<string>; sinceMs: number } | undefined

  return new Router({ strict: true, sensitive: true })
    .get('/privacy', (ctx) => {
      ctx.status = 301
      ctx.redirect('/support/privacy')
    })
    .get('/robots.txt', (ctx) => {
      ctx.set('Cache-Control', 'no-cache')
      ctx.type = 'text/plain'
      ctx.body = robots(origin)
    })
    .get('/sitemap.xml', async (ctx) => {
      if (!origin) throw new ShopError('NOT_FOUND', 'This address does not exist')
      if (!kept || performance.now() - kept.sinceMs > KEPT_MS)
        kept = { text: sitemap(ask, ctx, origin), sinceMs: performance.now() }
      ctx.set('Cache-Control', 'no-cache')
      ctx.set('Content-Type', 'application/xml; charset=utf-8')
      ctx.body = await kept.text.catch((error) => {
        kept = undefined
        throw error
      })
    })
    .routes() as Middleware
}

const robots = (origin: string) =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /admin',
    ...(origin ? ['', `Sitemap: ${origin}/sitemap.xml`] : []),
    '',
  ].join('\n')

async function sitemap(ask: AskApi, ctx: ParameterizedContext, origin: string): Promise<string> {
  const urls = STARTS.map((path) => urlOf(origin + path))
  let address: string | undefined = '/api/products?limit=1000'
  while (address && urls.length < MOST) {
    const answer = await ask(ctx, address)
    if (answer?.status !== 200)
      throw new ShopError('UNAVAILABLE', 'The sitemap cannot be made right now. Try again later')
    for (const { _id, createdAt } of JSON.parse(answer.text) as readonly Product[])
      urls.push(urlOf(`${origin}/product/${_id}`, createdAt))
    const next = /<\?([^>]+)>;\s*rel="next"/.exec(answer.link)?.[1]
    address = next && `/api/products?${next}`
  }
  const set = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  return `<?xml version="1.0" encoding="UTF-8"?>\n${set}\n${urls.slice(0, MOST).join('\n')}\n</urlset>\n`
}

const urlOf = (address: string, since?: string) =>
  `<url><loc>${address.replaceAll('&', '&amp;')}</loc>${since ? `<lastmod>${since.slice(0, 10)}</lastmod>` : ''}</url>`
