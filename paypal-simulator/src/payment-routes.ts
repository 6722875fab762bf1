import Router from '@koa/router'
import type { Context, Next } from 'koa'
import { refused } from './errors.ts'
import { applyFault, changeRefundAsFaultSays, effectIn, faulty } from './faulty.ts'
import { wantsRepresentation } from './idempotency.ts'
import type { Capture, Ledger, Order } from './ledger.ts'
import { centsOf } from './money.ts'
import { requireToken } from './oauth.ts'
import { findOrder } from './order-acts.ts'
import type { RefundRequest } from './order-request.ts'
import { parseBody, refundRequest } from './order-request.ts'
import type { Parts } from './order-routes.ts'
import { capturedAmount, captureShown, fullRefund, minimalRefund, refundedCents } from './representations.ts'

export function paymentRoutes({ siteOf, credentials, once, report, faults }: Parts) {
  const shopOnly = (ctx: Context, next: Next) => {
    requireToken(ctx, credentials)
    return next()
  }
  const orderOf = (ctx: Context, captureId: string) => siteOf(ctx).ledger.findCapture(captureId)?.orderId ?? ''
  const orderOfRefund = (ctx: Context, id: string) => orderOf(ctx, siteOf(ctx).ledger.findRefund(id)?.captureId ?? '')
  return new Router({ prefix: '/v2/payments' })
    .get('/captures/:id', shopOnly, faulty(faults, 'look-up', orderOf), async (ctx) => {
      await applyFault(ctx)
      const site = siteOf(ctx)
      const { capture, order } = findCapture(site.ledger, ctx.params.id!)
      ctx.body = captureShown(capture, order, site)
    })
    .post('/captures/:id/refund', shopOnly, report('refund'), faulty(faults, 'refund', orderOf), (ctx) => {
      const site = siteOf(ctx)
      return once.answerOnce(ctx, {
        operation: 'refund capture',
        carryOut() {
          const request = parseBody(refundRequest, ctx.request.body)
          const { capture, order } = findCapture(site.ledger, ctx.params.id!)
          const refund = refundCapture(site.ledger, capture, order, request)
          changeRefundAsFaultSays(site, refund, effectIn(ctx))
          return refund.id
        },
        show(id) {
          const { refund, order } = findRefund(site.ledger, id)
          return wantsRepresentation(ctx) ? fullRefund(refund, order, site) : minimalRefund(refund, site)
        },
        // A repeat is answered with 201 too: PayPal documents no other status for a successful refund.
        repeated: 201,
      })
    })
    .get('/refunds/:id', shopOnly, faulty(faults, 'look-up', orderOfRefund), async (ctx) => {
      await applyFault(ctx)
      const site = siteOf(ctx)
      const { refund, order } = findRefund(site.ledger, ctx.params.id!)
      ctx.body = fullRefund(refund, order, site)
    })
}

function findRefund(ledger: Ledger, id: string) {
  const refund = ledger.findRefund(id)
  if (!refund) throw refused('INVALID_RESOURCE_ID')
  return { refund, order: findCapture(ledger, refund.captureId).order }
}

function findCapture(ledger: Ledger, id: string) {
  const capture = ledger.findCapture(id)
  if (!capture) throw refused('INVALID_RESOURCE_ID')
  ledger.noteShopAsked(capture.orderId)
  return { capture, order: findOrder(ledger, capture.orderId) }
}

/** Refunds all that is left if the request names no amount. */
export function refundCapture(ledger: Ledger, capture: Capture, order: Order, { amount, ...terms }: RefundRequest) {
  const captured = capturedAmount(capture, order, ledger)
  const { status = 'COMPLETED', reversed } = ledger.changeOfCapture(capture.id)
  if (reversed) throw refused('REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
  if (status === 'PENDING') throw refused('PENDING_CAPTURE')
  if (status === 'DECLINED' || status === 'FAILED') throw refused('REFUND_NOT_ALLOWED')
  const left = captured.cents - refundedCents(capture.id, ledger, ['COMPLETED', 'PENDING'])
  if (left === 0) throw refused('CAPTURE_FULLY_REFUNDED')
  if (amount && amount.currency_code !== captured.currency)
    throw refused('REFUND_CAPTURE_CURRENCY_MISMATCH', { field: '/amount/currency_code' })
  const cents = amount ? centsOf(amount, '/amount/value') : left
  if (cents === 0) throw refused('CANNOT_BE_ZERO_OR_NEGATIVE', { field: '/amount/value' })
  if (cents > left) throw refused('REFUND_AMOUNT_EXCEEDED', { field: '/amount/value' })
  return ledger.addRefund(capture.id, cents, terms)
}
