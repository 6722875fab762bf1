import { readFileSync } from 'node:fs'
import Router from '@koa/router'
import type { Context, Next } from 'koa'
import { buyerPage, buyerPageHeaders, unknownOrderPage } from './buyer-page.ts'
import type { Idempotency } from './idempotency.ts'
import type { Credentials } from './oauth.ts'
import { requireClientId } from './oauth.ts'
import { captureOrder, createOrder, findOrder } from './order-acts.ts'
import type { Site } from './representations.ts'
import { fullOrder } from './representations.ts'
import type { ReportAct } from './webhook-routes.ts'

const FONT = '@fontsource-variable/instrument-sans/files/instrument-sans-latin-standard-normal.woff2'

export function browserRoutes(
  siteOf: (ctx: Context) => Site,
  credentials: Credentials,
  once: Idempotency,
  report: ReportAct,
) {
  const sdkOnly = (ctx: Context, next: Next) => {
    requireClientId(ctx, credentials)
    return next()
  }
  const files = {
    sdk: sdkScript(),
    script: read('checkoutnow.js'),
    style: read('checkoutnow.css'),
    font: readFileSync(new URL(import.meta.resolve(FONT))),
  }
  return new Router()
    .get('/sdk/js', (ctx) => {
      const wrong = wrongParameter(queryOf(ctx), credentials.clientId)
      ctx.status = wrong ? 400 : 200
      answerFile(
        ctx,
        'js',
        wrong ? `throw new Error('SDK Validation error: invalid query value for ${wrong}')` : files.sdk,
      )
    })
    .post('/sdk/orders', sdkOnly, (ctx) => {
      const site = siteOf(ctx)
      return once.answerOnce(ctx, {
        operation: 'create order by SDK',
        carryOut: () => createOrder(site, ctx.request.body, 'stranger').id,
        show: (id) => fullOrder(findOrder(site.ledger, id), site),
        repeated: 200,
      })
    })
    .get('/sdk/orders/:id', sdkOnly, (ctx) => {
      const site = siteOf(ctx)
      ctx.body = fullOrder(findOrder(site.ledger, ctx.params.id!), site)
    })
    .post('/sdk/orders/:id/capture', sdkOnly, report('capture'), (ctx) => {
      const site = siteOf(ctx)
      const id = ctx.params.id!
      return once.answerOnce(ctx, {
        operation: 'capture order by SDK',
        alone: id,
        carryOut: () => captureOrder(site, id).id,
        show: (captured) => fullOrder(findOrder(site.ledger, captured), site),
        repeated: 200,
      })
    })
    .get('/checkoutnow', (ctx) => {
      const site = siteOf(ctx)
      const query = queryOf(ctx)
      const order = site.ledger.findOrder(query.get('token') ?? '')
      ctx.set(buyerPageHeaders)
      ctx.status = order ? 200 : 404
      ctx.type = 'html'
      ctx.body = order ? buyerPage(order, query.get('fundingSource') ?? '', site) : unknownOrderPage()
    })
    .get('/checkoutnow.js', (ctx) => answerFile(ctx, 'js', files.script))
    .get('/checkoutnow.css', (ctx) => answerFile(ctx, 'css', files.style))
    .get('/checkoutnow.woff2', (ctx) => answerFile(ctx, 'woff2', files.font))
}

/** A classic script like PayPal's SDK. In a module, `document.currentScript` would be null. */
function sdkScript() {
  const parts = ['sdk-api.js', 'sdk-buyer-window.js', 'sdk-buttons.js'].map(read)
  return `;(() => {\n'use strict'\n${parts.join('\n')}})()\n`
}

function read(name: string) {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

function answerFile(ctx: Context, type: string, text: string | Buffer) {
  ctx.type = type
  ctx.set({ 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' })
  ctx.body = text
}

/** Koa's own `query` takes quadratic time. */
const queryOf = (ctx: Context) => new URLSearchParams(ctx.querystring)

function wrongParameter(query: URLSearchParams, clientId: string) {
  if (query.get('client-id') !== clientId) return 'client-id'
  if ((query.get('intent') ?? 'capture') !== 'capture') return 'intent'
  if (!/^[A-Z]{3}$/.test(query.get('currency') ?? 'USD')) return 'currency'
  return undefined
}
