import Router from '@koa/router'
import type { Context } from 'koa'
import * as z from 'zod'
import { refused } from './errors.ts'
import { type Faults, PlannedFault } from './faults.ts'
import { findOrder } from './order-acts.ts'
import { parseBody } from './order-request.ts'
import { refundCapture } from './payment-routes.ts'
import { fullOrder, type Site } from './representations.ts'

const Settlement = z.object({ outcome: z.enum(['completed', 'denied']) })

/** What a tester does at the provider: planned faults, and the ends of what it looks at. */
export function faultRoutes(siteOf: (ctx: Context) => Site, faults: Faults) {
  return new Router()
    .post('/faults', (ctx) => {
      const planned = parseBody(PlannedFault, ctx.request.body)
      faults.plan(planned)
      ctx.status = 201
      ctx.body = planned
    })
    .post('/orders/:id/settle', (ctx) => {
      const site = siteOf(ctx)
      const { outcome } = parseBody(Settlement, ctx.request.body)
      const captureId = captureOf(site, ctx.params.id!)
      site.ledger.changeCapture(captureId, { status: outcome === 'completed' ? 'COMPLETED' : 'DECLINED' })
      ctx.body = fullOrder(findOrder(site.ledger, ctx.params.id!), site)
    })
    .post('/orders/:id/refund', (ctx) => {
      const site = siteOf(ctx)
      const order = findOrder(site.ledger, ctx.params.id!)
      const capture = site.ledger.findCapture(captureOf(site, order.id))!
      site.ledger.transaction(() => refundCapture(site.ledger, capture, order, {}))
      ctx.body = fullOrder(order, site)
    })
}

function captureOf({ ledger }: Site, orderId: string): string {
  const { captureId } = findOrder(ledger, orderId)
  if (!captureId) throw refused('INVALID_RESOURCE_ID')
  return captureId
}
