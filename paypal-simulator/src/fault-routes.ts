import Router from '@koa/router'
import type { Context } from 'koa'
import * as z from 'zod'
import { type Faults, PlannedFault } from './faults.ts'
import { type Idempotency, IdempotencyMode } from './idempotency.ts'
import { captureIn, findOrder, lastRefundIn } from './order-acts.ts'
import { parseBody } from './order-request.ts'
import { refundCapture } from './payment-routes.ts'
import { fullOrder, type Site } from './representations.ts'
import { captureEvents, eventOf, refundEvents } from './webhook-events.ts'
import type { WebhookSender } from './webhook-sender.ts'

const status = z.string().regex(/^[A-Z][A-Z_]{1,63}$/)

const Settlement = z.object({
  outcome: z.enum(['completed', 'denied']).optional(),
  captureStatus: status.optional(),
  refundStatus: status.optional(),
  orderStatus: status.optional(),
  reason: status.optional(),
  /** Whether the money of the capture is with the buyer because of a dispute. */
  reversed: z.boolean().optional(),
  webhook: z.boolean().default(false),
})
type Settlement = z.output<typeof Settlement>

type Given = Readonly<{
  siteOf: (ctx: Context) => Site
  faults: Faults
  once: Idempotency
  sender: WebhookSender | undefined
}>

export function faultRoutes({ siteOf, faults, once, sender }: Given) {
  return new Router()
    .post('/faults', (ctx) => {
      const planned = parseBody(PlannedFault, ctx.request.body)
      faults.plan(planned)
      ctx.status = 201
      ctx.body = planned
    })
    .post('/idempotency', (ctx) => {
      const chosen = parseBody(z.object({ mode: IdempotencyMode }), ctx.request.body)
      once.setMode(chosen.mode)
      ctx.body = chosen
    })
    .post('/orders/:id/settle', (ctx) => {
      const site = siteOf(ctx)
      const settlement = parseBody(Settlement, ctx.request.body)
      const event = site.ledger.transaction(() => settle(site, ctx.params.id!, settlement))
      const order = findOrder(site.ledger, ctx.params.id!)
      if (settlement.webhook && event) sender?.send(eventOf(event, { order }, site))
      ctx.body = fullOrder(order, site)
    })
    .post('/orders/:id/refund', (ctx) => {
      const site = siteOf(ctx)
      const order = findOrder(site.ledger, ctx.params.id!)
      const capture = captureIn(site.ledger, order.id)
      site.ledger.transaction(() => refundCapture(site.ledger, capture, order, {}))
      ctx.body = fullOrder(order, site)
    })
}

function settle({ ledger }: Site, orderId: string, settlement: Settlement): string | undefined {
  const { outcome, orderStatus, refundStatus, reason = null, reversed } = settlement
  const captureStatus = settlement.captureStatus ?? (outcome && { completed: 'COMPLETED', denied: 'DECLINED' }[outcome])
  if (orderStatus) ledger.changeOrder(findOrder(ledger, orderId).id, { status: orderStatus })
  if (captureStatus) ledger.changeCapture(captureIn(ledger, orderId).id, { status: captureStatus, reason })
  if (reversed !== undefined) ledger.changeCapture(captureIn(ledger, orderId).id, { reversed })
  if (reversed) return 'PAYMENT.CAPTURE.REVERSED'
  if (refundStatus) ledger.changeRefund(lastRefundIn(ledger, orderId).id, { status: refundStatus, reason })
  return (refundStatus && refundEvents[refundStatus]) ?? (captureStatus && captureEvents[captureStatus])
}
