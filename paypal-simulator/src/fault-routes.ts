import { setTimeout as sleep } from 'node:timers/promises'
import Router from '@koa/router'
import type { Context, Next } from 'koa'
import * as z from 'zod'
import { PaypalError } from './errors.ts'
import { type Fault, type Faults, PlannedFault } from './faults.ts'
import type { Order } from './ledger.ts'
import { centsOf } from './money.ts'
import { findOrder } from './order-acts.ts'
import { parseBody } from './order-request.ts'
import { refundCapture } from './payment-routes.ts'
import { fullOrder, type Site } from './representations.ts'

/** Longer than the shop waits for an answer. */
const SLOW_MS = 6_000

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
  if (!captureId) throw new PaypalError('INVALID_RESOURCE_ID')
  return captureId
}

/** Captures as planned: refuses before, changes what was captured, or spoils the answer after. */
export function faultyCapture(faults: Faults) {
  return async (ctx: Context & { params: Record<string, string> }, next: Next) => {
    const fault = faults.take(ctx.params.id ?? '')
    ctx.state.fault = fault
    if (fault === 'declined') throw new PaypalError('INSTRUMENT_DECLINED')
    if (fault === '403') throw new PaypalError('PERMISSION_DENIED')
    if (fault?.startsWith('refused:')) throw new PaypalError('REFUSED', { as: fault.slice('refused:'.length) })
    await next()
    if (fault === 'slow') await sleep(SLOW_MS, undefined, { ref: false })
    if (fault === 'reply-dropped') ctx.req.socket.destroy()
    if (fault === '5xx-after-capture') {
      ctx.status = 500
      ctx.body = { name: 'INTERNAL_SERVER_ERROR', message: 'An internal server error has occurred.' }
    }
  }
}

/** Makes a fresh capture what its fault says it is. */
export function spoilCapture({ ledger }: Site, order: Order, fault: Fault | undefined) {
  if (!order.captureId) return
  if (fault === 'pending') ledger.changeCapture(order.captureId, { status: 'PENDING' })
  if (fault === 'wrong-amount')
    ledger.changeCapture(order.captureId, { cents: centsOf(order.unit.amount, '/amount/value') + 1 })
  if (fault === 'wrong-currency') ledger.changeCapture(order.captureId, { currency: 'EUR' })
  const other = fault === 'capture-reused' ? ledger.captureBefore(order.captureId) : undefined
  if (other) ledger.changeCapture(order.captureId, { shownAs: other })
}
