import type { RequestListener } from 'node:http'
import cors from '@koa/cors'
import { ShopError } from '@shop/language/errors'
import { answerErrors } from '@shop/server/http/answer-errors'
import { type Health, healthRoutes } from '@shop/server/http/health'
import { createKeptAnswers } from '@shop/server/http/kept-answers'
import { logUnsent } from '@shop/server/http/log-unsent'
import { refuseLongQuery } from '@shop/server/http/parse'
import { type KeyOf, knownAnswers, publicAnswers } from '@shop/server/http/public-answers'
import Koa, { type Middleware } from 'koa'
import { type ApiParts, answerApi } from './answer-api.ts'
import { answerFirst } from './answer-first.ts'
import { askThrough } from './ask-api.ts'
import { isUnderApi } from './find-row.ts'
import { limitRequests } from './limit-requests.ts'
import { nameRequest } from './name-request.ts'
import { receiveBodies } from './receive-bodies.ts'
import { refusedPages } from './refused-pages.ts'
import { boundInFlight, takeTurns } from './request-turns.ts'
import { robotsAndSitemap } from './robots-and-sitemap.ts'
import { paymentHeaders, securityHeaders } from './security-headers.ts'
import { servePages } from './serve-pages.ts'
import { serveWeb } from './serve-web.ts'
import { watchForProxy } from './watch-for-proxy.ts'
import { wholePictureAddresses } from './whole-picture-addresses.ts'

export type GatewayParts = ApiParts &
  Readonly<{
    /** `Catalog.revision`, if the query-service runs in this process. */
    revision?: () => number | undefined
    health: Health
    folders: Parameters<typeof serveWeb>[0]
    corsOrigins: readonly string[]
    trustProxy: boolean
    /** False for benchmarks and tests: rendering is not limited, and requests may wait for any time. */
    rateLimits: boolean
    /** Other middleware under the same origin, by the prefix of its paths. The middleware gets the paths without the prefix. */
    mounted?: Readonly<Record<`/${string}`, Middleware>>
  }>

/** The only public room. */
export function createGateway(parts: GatewayParts): RequestListener {
  // Use only the address that the nearest proxy added. Earlier entries can be forged.
  const app = new Koa({ proxy: parts.trustProxy, maxIpsCount: 1 })
  app.on('error', logUnsent)
  const proxy = watchForProxy(parts.trustProxy)
  const health = withClients(parts.health, proxy.check)
  const kept = createKeptAnswers(parts.revision ?? (() => undefined))
  // Pages of other origins get other headers and absolute addresses, so their answers are cached under separate keys.
  const keyOf: KeyOf = (address, origin = '') => (parts.corsOrigins.includes(origin) ? `${address} ${origin}` : address)
  app.use(nameRequest())
  app.use(securityHeaders)
  app.use(refusedPages)
  app.use(answerErrors())
  app.use(takeTurns())
  app.use(refuseOddAddresses)
  for (const [prefix, middleware] of Object.entries(parts.mounted ?? {})) app.use(mount(prefix, middleware))
  app.use(publicAnswers(kept, keyOf))
  const limits = limitRequests(parts.counters)
  if (parts.corsOrigins.length > 0) {
    // Preflights are limited here, because `allowOrigins` answers them. Other requests are limited later, so that a refusal has CORS
    // headers.
    app.use((ctx, next) => (ctx.method === 'OPTIONS' ? limits.middleware(ctx, next) : next()))
    app.use(allowOrigins(parts.corsOrigins))
    const { publicOrigin, corsOrigins: others } = parts
    app.use(underApi(wholePictureAddresses({ publicOrigin, others })))
  }
  app.use(limits.middleware)
  app.use(healthRoutes(health))
  app.use(waitForTheStart(health))
  app.use(knownAnswers(kept, keyOf))
  app.use(underApi(receiveBodies()))
  app.use(boundInFlight({ isBounded: parts.rateLimits }))
  const api = answerApi(parts)
  app.use(underApi(api))
  const [tagged, known] = [publicAnswers(kept, forPages), knownAnswers(kept, forPages)]
  const ask = askThrough((ctx, next) => tagged(ctx, () => known(ctx, () => api(ctx, next))))
  const pages = { ask, origin: parts.publicOrigin ?? '' }
  app.use(robotsAndSitemap(pages))
  const setPaymentHeaders = paymentHeaders(parts.config.payment)
  app.use(servePages({ folder: parts.folders.web, isBounded: parts.rateLimits, setPaymentHeaders, ...pages }))
  app.use(serveWeb(parts.folders))
  return answerFirst({ kept, keyOf, limits, proxy, trustProxy: parts.trustProxy }, app.callback())
}

/** Reads for rendered pages have no headers of a client, so their answers are cached under separate keys. */
const forPages: KeyOf = (address) => `${address} for pages`

const withClients = ({ phase, checks }: Health, check: () => string): Health => ({
  phase,
  async checks() {
    const { needed, optional } = await checks()
    const clients = check()
    return { ...(needed && { needed }), optional: { ...optional, ...(clients !== 'ok' && { clients }) } }
  },
})

const underApi =
  (middleware: Middleware): Middleware =>
  (ctx, next) =>
    isUnderApi(ctx.path) ? middleware(ctx, next) : next()

/** A page's malformed address is answered with the page "Not found". */
const refuseOddAddresses: Middleware = (ctx, next) => {
  refuseLongQuery(ctx.querystring)
  // Throws a URIError, which is answered with 400.
  if (isUnderApi(ctx.path)) decodeURIComponent(ctx.path)
  return next()
}

const waitForTheStart =
  ({ phase }: Health): Middleware =>
  (_ctx, next) => {
    if (phase() === 'starting') throw new ShopError('UNAVAILABLE', 'The shop is starting. Try again in a moment')
    return next()
  }

const mount =
  (prefix: string, middleware: Middleware): Middleware =>
  (ctx, next) => {
    if (ctx.path !== prefix && !ctx.path.startsWith(`${prefix}/`)) return next()
    ctx.url = ctx.url.slice(prefix.length) || '/'
    return middleware(ctx, async () => {})
  }

/** See decisions P18 (calls from other origins). */
const allowOrigins = (origins: readonly string[]): Middleware =>
  cors({
    origin: (ctx) => (origins.includes(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    // The cart of a guessable guest id opens only with a cookie (decisions C1: guessable guest ids).
    credentials: true,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposeHeaders: ['ETag', 'Link', 'Retry-After', 'X-Request-Id', 'X-Consistency'],
    maxAge: 600,
  })
