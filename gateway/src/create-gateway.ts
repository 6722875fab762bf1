import Router from '@koa/router'
import type { ShopConfig } from '@shop/language/api/shop-config'
import { ShopError } from '@shop/language/errors'
import { defect, logFact } from '@shop/logger/logger'
import { answerErrors } from '@shop/server/http/answer-errors'
import { isCallerGone } from '@shop/server/http/caller-gone'
import { type Health, healthRoutes } from '@shop/server/http/health'
import { refuseLongQuery } from '@shop/server/http/query'
import type { Counters } from '@shop/stores/counters/counters'
import type { Reached } from '@shop/stores/read-store/standings'
import Koa, { type Context, type Middleware } from 'koa'
import type { ApiRow } from './api-row.ts'
import { apiTable } from './api-table.ts'
import { askThrough } from './ask-api.ts'
import { compressAnswers } from './compress-answers.ts'
import { allowOrigins } from './cross-origin.ts'
import { boundInFlight, takeTurns } from './door.ts'
import { findPages } from './find-pages.ts'
import { limitRequests } from './limit-requests.ts'
import { nameRequest } from './name-request.ts'
import { receiveBodies } from './receive-bodies.ts'
import { refuseOtherMethods, refuseTheRest } from './refuse-the-rest.ts'
import { refusedPages } from './refused-pages.ts'
import { paymentHeaders, securityHeaders } from './security-headers.ts'
import { servePages } from './serve-pages.ts'
import { serveWeb } from './serve-web.ts'
import { mayShowIn } from './shown-in.ts'
import type { Trail } from './trail/create-trail.ts'
import { takeTrail } from './trail/take-trail.ts'
import { watchForProxy } from './watch-for-proxy.ts'
import { wholePictureAddresses } from './whole-picture-addresses.ts'

export type GatewayParts = Readonly<{
  /** A room in this process, or a proxy to it in another. */
  commands: Middleware
  queries: Middleware
  analysis: Middleware
  reached: Reached
  health: Health
  /** Where what is seen is kept; absent: it is not. */
  trail?: Pick<Trail, 'note'> | undefined
  config: ShopConfig
  folders: Parameters<typeof serveWeb>[0]
  /** The shop's address on the internet; without it pages have no canonical addresses. */
  publicOrigin?: string | undefined
  corsOrigins: readonly string[]
  trustProxy: boolean
  /** What limits by address count with. */
  counters: Counters
  /** False for benchmarks and tests: then drawing pages is not bounded either, and nobody is refused for a long wait. */
  rateLimits: boolean
  /** Other middleware under the same origin, by its path prefix, which is removed from the paths that it gets. */
  mounted?: Readonly<Record<`/${string}`, Middleware>>
}>

const CONSISTENCY_TIMEOUT_MS = 2000

/** The only public room: routes each call to its room and decides nothing itself. */
export function createGateway(parts: GatewayParts): Koa {
  // Only the address that the nearest proxy added counts; earlier entries can be forged.
  const app = new Koa({ proxy: parts.trustProxy, maxIpsCount: 1 })
  app.on('error', (error) => isCallerGone(error) || logFact('error', 'An answer broke off', defect(error)))
  const proxy = watchForProxy(parts.trustProxy)
  const health = withClients(parts.health, proxy.check)
  app.use(proxy.middleware)
  app.use(nameRequest())
  app.use(securityHeaders())
  app.use(answerErrors())
  app.use(takeTurns())
  app.use(refuseOddAddresses)
  for (const [prefix, middleware] of Object.entries(parts.mounted ?? {})) app.use(mount(prefix, middleware))
  app.use(compressAnswers())
  app.use(refusedPages)
  const limited = limitRequests(parts.counters)
  if (parts.corsOrigins.length > 0) {
    // Preflights go no further than to the next line. A refusal of any other request is to have its headers.
    app.use((ctx, next) => (ctx.method === 'OPTIONS' ? limited(ctx, next) : next()))
    app.use(allowOrigins(parts.corsOrigins))
    const { publicOrigin, corsOrigins: others } = parts
    app.use(underApi(wholePictureAddresses({ publicOrigin, others })))
  }
  app.use(limited)
  app.use(healthRoutes(health))
  app.use(waitForTheStart(health))
  app.use(underApi(receiveBodies()))
  app.use(boundInFlight({ isBounded: parts.rateLimits }))
  app.use(refuseOtherMethods)
  const router = apiRouter(parts)
  const api = router.routes() as Middleware
  app.use(api)
  app.use(underApi(refuseTheRest(router)))
  const pages = { ask: askThrough(api), origin: parts.publicOrigin ?? '' }
  app.use(findPages(pages))
  const setPaymentHeaders = paymentHeaders(parts.config.payment)
  app.use(servePages({ folder: parts.folders.web, isBounded: parts.rateLimits, setPaymentHeaders, ...pages }))
  app.use(serveWeb(parts.folders))
  return app
}

function apiRouter(parts: GatewayParts): Router {
  const described = describe(parts.publicOrigin)
  const noteSeen = takeTrail(parts.trail, parts.counters)
  const router = new Router({ strict: true, sensitive: true, exclusive: 'specificity' })
  for (const row of apiTable) {
    const method = row.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
    router[method](row.path.replace(/\{(\w+)\}/g, ':$1'), async (ctx) => {
      ctx.state.route = row.path
      await answer(row, ctx as Context)
      const isForAll = isPublic(row) && !ctx.get('Authorization')
      if (!ctx.response.get('Cache-Control')) ctx.set('Cache-Control', isForAll ? 'no-cache' : 'no-store')
    })
  }
  return router

  async function answer(row: ApiRow, ctx: Context) {
    if (row.room === 'gateway') {
      if (row.path === '/api/trail') await noteSeen(ctx)
      else ctx.body = row.path === '/api/config' ? parts.config : await described()
      return
    }
    ctx.url = roomPath(row, ctx.params as Record<string, string>) + ctx.search
    await parts[row.room](ctx, async () => {})
    await holdUntilReadable(row, ctx, parts.reached)
  }
}

/** The OpenAPI document, made when it is first asked for: the schemas of the answers are loaded for it alone. */
function describe(origin: string | undefined): () => Promise<object> {
  let document: Promise<object> | undefined
  return () => (document ??= import('./openapi/document.ts').then(({ openApi }) => openApi(origin)))
}

/** An acknowledged command is visible to every later read, or its answer says that it may not be yet (decisions answers). */
async function holdUntilReadable(row: ApiRow, ctx: Context, reached: Reached) {
  const position = ctx.response.get('X-Position')
  if (!position) return
  ctx.remove('X-Position')
  const { behind, halted } = await reached(position, CONSISTENCY_TIMEOUT_MS)
  if (behind || halted.some((readModel) => mayShowIn(row, readModel))) ctx.set('X-Consistency', 'pending')
}

/** The checks, and whether the clients can be told apart where that is in doubt. */
const withClients = ({ phase, checks }: Health, check: () => string): Health => ({
  phase,
  async checks() {
    const { needed, besides } = await checks()
    const clients = check()
    return { ...(needed && { needed }), besides: { ...besides, ...(clients !== 'ok' && { clients }) } }
  },
})

const roomPath = ({ at }: ApiRow, params: Record<string, string>) =>
  at.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

const isPublic = ({ method, who }: ApiRow) => method === 'GET' && who === 'anyone'

const underApi =
  (middleware: Middleware): Middleware =>
  (ctx, next) =>
    ctx.path === '/api' || ctx.path.startsWith('/api/') ? middleware(ctx, next) : next()

const refuseOddAddresses: Middleware = (ctx, next) => {
  refuseLongQuery(ctx.querystring)
  // Throws URIError, which answers 400.
  decodeURIComponent(ctx.path)
  return next()
}

const waitForTheStart =
  ({ phase }: Health): Middleware =>
  (_ctx, next) => {
    if (phase() === 'starting') throw new ShopError('UNAVAILABLE', 'The shop is about to open. Try again in a moment')
    return next()
  }

const mount =
  (prefix: string, middleware: Middleware): Middleware =>
  (ctx, next) => {
    if (ctx.path !== prefix && !ctx.path.startsWith(`${prefix}/`)) return next()
    ctx.url = ctx.url.slice(prefix.length) || '/'
    return middleware(ctx, async () => {})
  }
