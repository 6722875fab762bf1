import Router from '@koa/router'
import type { Context, Next } from 'koa'
import { refused } from './errors.ts'
import type { Faults } from './faults.ts'
import { applyFault, changeCaptureAsFaultSays, changeOrderAsFaultSays, effectIn, faulty } from './faulty.ts'
import { type Idempotency, wantsRepresentation } from './idempotency.ts'
import type { Approval } from './ledger.ts'
import type { Credentials } from './oauth.ts'
import { requireToken } from './oauth.ts'
import { captureOrder, createOrder, decide, findOrder } from './order-acts.ts'
import type { Site } from './representations.ts'
import { capturedOrder, fullOrder, minimalOrder } from './representations.ts'
import type { ReportAct } from './webhook-routes.ts'

export type Parts = Readonly<{
  siteOf: (ctx: Context) => Site
  credentials: Credentials
  once: Idempotency
  report: ReportAct
  faults: Faults | undefined
}>

export function orderRoutes({ siteOf, credentials, once, report, faults }: Parts) {
  const shopOnly = (ctx: Context, next: Next) => {
    requireToken(ctx, credentials)
    return next()
  }
  const ofPath = (_: Context, id: string) => id
  return new Router({ prefix: '/v2/checkout/orders' })
    .post('/', shopOnly, faulty(faults, 'create'), (ctx) => {
      const site = siteOf(ctx)
      return once.answerOnce(ctx, {
        operation: 'create order',
        carryOut() {
          const { id } = createOrder(site, ctx.request.body, 'shop')
          // An order with a payment source begins its payment at once. The request id keeps the payment from beginning twice.
          if (hasSource(ctx.request.body) && !ctx.get('PayPal-Request-Id')) throw refused('PAYPAL_REQUEST_ID_REQUIRED')
          changeOrderAsFaultSays(site, id, effectIn(ctx))
          return id
        },
        show(id) {
          const order = findOrder(site.ledger, id)
          return wantsRepresentation(ctx) ? fullOrder(order, site) : minimalOrder(order, site)
        },
        repeated: 200,
      })
    })
    .get('/:id', shopOnly, faulty(faults, 'look-up', ofPath), async (ctx) => {
      await applyFault(ctx)
      const site = siteOf(ctx)
      const { id } = findOrder(site.ledger, ctx.params.id!)
      site.ledger.noteShopAsked(id)
      changeOrderAsFaultSays(site, id, effectIn(ctx))
      ctx.body = fullOrder(findOrder(site.ledger, id), site)
    })
    .patch('/:id', shopOnly, (ctx) => {
      const { captureId } = findOrder(siteOf(ctx).ledger, ctx.params.id!)
      throw refused(captureId ? 'ORDER_ALREADY_COMPLETED' : 'NOT_PATCHABLE')
    })
    .post('/:id/authorize', shopOnly, (ctx) => {
      findOrder(siteOf(ctx).ledger, ctx.params.id!)
      throw refused('ACTION_DOES_NOT_MATCH_INTENT')
    })
    .post('/:id/capture', shopOnly, report('capture'), faulty(faults, 'capture', ofPath), (ctx) => {
      const site = siteOf(ctx)
      const id = ctx.params.id!
      return once.answerOnce(ctx, {
        operation: 'capture order',
        alone: id,
        carryOut() {
          site.ledger.noteShopAsked(id)
          changeCaptureAsFaultSays(site, captureOrder(site, id), effectIn(ctx))
          return id
        },
        show(captured) {
          const order = findOrder(site.ledger, captured)
          return wantsRepresentation(ctx) ? fullOrder(order, site) : capturedOrder(order, site)
        },
        repeated: 200,
      })
    })
    .post('/:id/approve', report('approve'), (ctx) => answerDecision(ctx, siteOf(ctx), 'approved'))
    .post('/:id/decline', (ctx) => answerDecision(ctx, siteOf(ctx), 'declined'))
    .post('/:id/cancel', (ctx) => answerDecision(ctx, siteOf(ctx), 'none'))
}

const hasSource = (body: unknown) => (body as { payment_source?: unknown } | undefined)?.payment_source !== undefined

function answerDecision(ctx: Context & { params: Record<string, string> }, site: Site, approval: Approval) {
  const order = site.ledger.transaction(() => decide(site.ledger, ctx.params.id!, approval))
  ctx.body = fullOrder(order, site)
}
