import Router from '@koa/router'
import type { Context, Next } from 'koa'
import type { Faults } from './faults.ts'
import { faulty, spoilCapture } from './faulty.ts'
import { answerOnce, wantsRepresentation } from './idempotency.ts'
import type { Approval } from './ledger.ts'
import type { Credentials } from './oauth.ts'
import { requireToken } from './oauth.ts'
import { captureOrder, createOrder, decide, findOrder } from './order-acts.ts'
import type { Site } from './representations.ts'
import { capturedOrder, fullOrder, minimalOrder } from './representations.ts'
import type { Tell } from './webhook-routes.ts'

export function orderRoutes(siteOf: (ctx: Context) => Site, credentials: Credentials, tell: Tell, faults?: Faults) {
  const shopOnly = (ctx: Context, next: Next) => {
    requireToken(ctx, credentials)
    return next()
  }
  return new Router({ prefix: '/v2/checkout/orders' })
    .post('/', shopOnly, (ctx) => {
      const site = siteOf(ctx)
      answerOnce(ctx, site.ledger, 'create order', () => {
        const order = createOrder(site.ledger, ctx.request.body, 'shop')
        return { status: 201, body: wantsRepresentation(ctx) ? fullOrder(order, site) : minimalOrder(order, site) }
      })
    })
    .get('/:id', shopOnly, (ctx) => {
      const site = siteOf(ctx)
      site.ledger.noteShopAsked(ctx.params.id!)
      ctx.body = fullOrder(findOrder(site.ledger, ctx.params.id!), site)
    })
    .post(
      '/:id/capture',
      shopOnly,
      tell('capture'),
      faulty(faults, 'capture', (_, id) => id),
      (ctx) => {
        const site = siteOf(ctx)
        answerOnce(ctx, site.ledger, 'capture order', () => {
          site.ledger.noteShopAsked(ctx.params.id!)
          const order = captureOrder(site.ledger, ctx.params.id!, `${site.base}/checkoutnow?token=${ctx.params.id}`)
          spoilCapture(site, order, ctx.state.fault)
          return { status: 201, body: wantsRepresentation(ctx) ? fullOrder(order, site) : capturedOrder(order, site) }
        })
      },
    )
    .post('/:id/approve', tell('approve'), (ctx) => answerDecision(ctx, siteOf(ctx), 'approved'))
    .post('/:id/decline', (ctx) => answerDecision(ctx, siteOf(ctx), 'declined'))
    .post('/:id/cancel', (ctx) => answerDecision(ctx, siteOf(ctx), 'none'))
}

function answerDecision(ctx: Context & { params: Record<string, string> }, site: Site, approval: Approval) {
  const order = site.ledger.transaction(() => decide(site.ledger, ctx.params.id!, approval))
  ctx.body = fullOrder(order, site)
}
