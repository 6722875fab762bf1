import Router from '@koa/router'
import type { Context, Next } from 'koa'
import * as z from 'zod'
import { refused } from './errors.ts'
import type { Order } from './ledger.ts'
import { type Credentials, requireToken } from './oauth.ts'
import { findOrder } from './order-acts.ts'
import { parseBody } from './order-request.ts'
import type { Site } from './representations.ts'
import { captureEvents, eventOf, subscribedEvents } from './webhook-events.ts'
import type { WebhookSender } from './webhook-sender.ts'

const MOST_TIMES = 100
const LONGEST_DELAY_MS = 60_000
/** The pause between the answer to a request and the webhook about it. */
const OWN_DELAY_MS = 200

/**
 * A tester's event of any type, sent `times` times with the same id. The fields in `resource` replace fields of the order, capture, refund
 * or dispute in the event.
 */
const Asked = z.object({
  orderId: z
    .string()
    .regex(/^\w{1,40}$/)
    .optional(),
  event: z.string().regex(/^[A-Z][A-Z0-9_-]*(\.[A-Z0-9_-]+)+$/),
  resource: z.record(z.string(), z.unknown()).optional(),
  times: z.int().min(1).max(MOST_TIMES).default(1),
  delayMs: z.int().min(0).max(LONGEST_DELAY_MS).default(0),
})

/** The documented request of POST /v1/notifications/verify-webhook-signature. */
const ToVerify = z.object({
  auth_algo: z.string().regex(/^[a-zA-Z0-9]{1,100}$/),
  cert_url: z.url().max(500),
  transmission_id: z.string().max(50),
  transmission_sig: z.string().max(500),
  transmission_time: z.string().max(100),
  webhook_id: z.string().regex(/^[a-zA-Z0-9]{1,50}$/),
  webhook_event: z.unknown().refine((event) => typeof event === 'object' && event !== null),
})

export function notificationRoutes(siteOf: (ctx: Context) => Site, credentials: Credentials, sender: WebhookSender) {
  const shopOnly = (ctx: Context, next: Next) => {
    requireToken(ctx, credentials)
    return next()
  }
  return new Router({ prefix: '/v1/notifications' })
    .get('/certs/:id', async (ctx) => {
      const pem = await sender.pemOf(ctx.params.id ?? '')
      if (!pem) throw refused('INVALID_RESOURCE_ID')
      ctx.type = 'application/x-pem-file'
      ctx.body = pem
    })
    .post('/verify-webhook-signature', shopOnly, async (ctx) => {
      const given = parseBody(ToVerify, ctx.request.body)
      const isGenuine = await sender.isGenuine({
        id: given.transmission_id,
        time: given.transmission_time,
        webhookId: given.webhook_id,
        algorithm: given.auth_algo,
        certificateUrl: given.cert_url,
        body: JSON.stringify(given.webhook_event),
        signature: Buffer.from(given.transmission_sig, 'base64'),
      })
      ctx.body = { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' }
    })
    .get('/webhooks/:id', shopOnly, (ctx) => {
      const { webhook } = sender
      if (!webhook || webhook.id !== ctx.params.id) throw refused('INVALID_RESOURCE_ID')
      const href = `${siteOf(ctx).base}/v1/notifications/webhooks/${webhook.id}`
      ctx.body = { ...webhook, event_types: subscribedEvents, links: [{ href, rel: 'self', method: 'GET' }] }
    })
    .get('/webhooks-events/:id', shopOnly, (ctx) => {
      ctx.body = sentBefore(ctx)
    })
    .post('/webhooks-events/:id/resend', shopOnly, (ctx) => {
      const event = sentBefore(ctx)
      sender.send(event)
      ctx.status = 202
      ctx.body = event
    })

  function sentBefore(ctx: Acted) {
    const event = sender.eventOf(ctx.params.id ?? '')
    if (!event) throw refused('INVALID_RESOURCE_ID')
    return event
  }
}

export const askedWebhookRoutes = (siteOf: (ctx: Context) => Site, sender: WebhookSender) =>
  new Router().post('/webhooks', (ctx) => {
    const { orderId, event, resource, times, delayMs } = parseBody(Asked, ctx.request.body)
    const site = siteOf(ctx)
    const order = orderId === undefined ? undefined : findOrder(site.ledger, orderId)
    const sent = eventOf(event, { order, changes: resource }, site)
    for (let time = 0; time < times; time++) sender.send(sent, delayMs)
    ctx.status = 202
    ctx.body = { id: sent.id, times }
  })

type Act = 'approve' | 'capture' | 'refund'
export type ReportAct = (act: Act) => (ctx: Acted, next: Next) => Promise<unknown>

type Acted = Context & { params: Record<string, string> }

export function reportAfter(siteOf: (ctx: Context) => Site, sender: WebhookSender, act: Act) {
  return async (ctx: Acted, next: Next) => {
    const { ledger } = siteOf(ctx)
    const orderBefore = orderIn(ctx)
    const before = orderBefore && stateOf(orderBefore)
    await next()
    const order = orderIn(ctx)
    if (ctx.status >= 300 || !order || before === stateOf(order)) return
    sender.send(eventOf(nameFor(order), { order }, siteOf(ctx)), OWN_DELAY_MS)

    function orderIn({ params }: Acted) {
      const id = params.id ?? ''
      return ledger.findOrder(act === 'refund' ? (ledger.findCapture(id)?.orderId ?? '') : id)
    }
    function stateOf(one: Order): string {
      if (act === 'approve') return one.approval
      if (act === 'capture') return one.captureId ?? ''
      return String(ledger.refundsOf(one.captureId ?? '').length)
    }
    function nameFor({ captureId }: Order): string {
      if (act === 'approve') return 'CHECKOUT.ORDER.APPROVED'
      if (act === 'refund') return 'PAYMENT.CAPTURE.REFUNDED'
      return captureEvents[ledger.changeOfCapture(captureId ?? '').status ?? 'COMPLETED'] ?? 'PAYMENT.CAPTURE.COMPLETED'
    }
  }
}
