import Router from '@koa/router'
import type { Context, Next } from 'koa'
import { refused } from './errors.ts'
import type { Faults } from './faults.ts'
import { faulty } from './faulty.ts'
import { answerOnce, wantsRepresentation } from './idempotency.ts'
import type { Capture, Ledger, Order } from './ledger.ts'
import { centsOf } from './money.ts'
import type { Credentials } from './oauth.ts'
import { requireToken } from './oauth.ts'
import { findOrder } from './order-acts.ts'
import type { RefundRequest } from './order-request.ts'
import { parseBody, refundRequest } from './order-request.ts'
import type { Site } from './representations.ts'
import { capturedAmount, captureShown, fullRefund, minimalRefund } from './representations.ts'
import type { Tell } from './webhook-routes.ts'

export function paymentRoutes(siteOf: (ctx: Context) => Site, credentials: Credentials, tell: Tell, faults?: Faults) {
  const shopOnly = (ctx: Context, next: Next) => {
    requireToken(ctx, credentials)
    return next()
  }
  const orderOf = (ctx: Context, captureId: string) => siteOf(ctx).ledger.findCapture(captureId)?.orderId ?? ''
  return new Router({ prefix: '/v2/payments' })
    .get('/captures/:id', shopOnly, (ctx) => {
      const site = siteOf(ctx)
      const { capture, order } = findCapture(site.ledger, ctx.params.id!)
      ctx.body = captureShown(capture, order, site)
    })
    .post('/captures/:id/refund', shopOnly, tell('refund'), faulty(faults, 'refund', orderOf), (ctx) => {
      const site = siteOf(ctx)
      answerOnce(ctx, site.ledger, 'refund capture', () => {
        const request = parseBody(refundRequest, ctx.request.body)
        const { capture, order } = findCapture(site.ledger, ctx.params.id!)
        const refund = refundCapture(site.ledger, capture, order, request)
        return {
          status: 201,
          body: wantsRepresentation(ctx) ? fullRefund(refund, order, site) : minimalRefund(refund, site),
        }
      })
    })
    .get('/refunds/:id', shopOnly, (ctx) => {
      const site = siteOf(ctx)
      const refund = site.ledger.findRefund(ctx.params.id!)
      if (!refund) throw refused('INVALID_RESOURCE_ID')
      ctx.body = fullRefund(refund, findCapture(site.ledger, refund.captureId).order, site)
    })
}

function findCapture(ledger: Ledger, id: string) {
  const capture = ledger.findCapture(id)
  if (!capture) throw refused('INVALID_RESOURCE_ID')
  ledger.noteShopAsked(capture.orderId)
  return { capture, order: findOrder(ledger, capture.orderId) }
}

/** Without an amount, what has not been refunded yet is refunded. */
export function refundCapture(ledger: Ledger, capture: Capture, order: Order, { amount, ...terms }: RefundRequest) {
  const captured = capturedAmount(capture, order, ledger)
  const refunded = ledger.refundsOf(capture.id).reduce((sum, { cents }) => sum + cents, 0)
  const left = captured.cents - refunded
  if (left === 0) throw refused('CAPTURE_FULLY_REFUNDED')
  if (amount && amount.currency_code !== captured.currency)
    throw refused('REFUND_CAPTURE_CURRENCY_MISMATCH', { field: '/amount/currency_code' })
  const cents = amount ? centsOf(amount, '/amount/value') : left
  if (cents === 0) throw refused('CANNOT_BE_ZERO_OR_NEGATIVE', { field: '/amount/value' })
  if (cents > left) throw refused('REFUND_AMOUNT_EXCEEDED', { field: '/amount/value' })
  return ledger.addRefund(capture.id, cents, terms)
}
