import Router from '@koa/router'
import { CaseReasonBody } from '@shop/language/case/api'
import { ReceiveReturnBody, RefundBody } from '@shop/language/order/api'
import { toCents } from '@shop/language/values/money'
import { Id } from '@shop/language/values/text'
import { adminOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import type { Context } from 'koa'
import { answer } from '../answer.ts'
import { tracked } from '../handler/tracked.ts'
import type { Parts } from '../parts.ts'
import { receiveReturn, refundOrder } from './after-buying.ts'
import { onOrder } from './load-order.ts'
import { adminOrderAnswer } from './order-answer.ts'
import { orderMetadataOf } from './order-versions.ts'

export function refundRoutes(everything: Parts): Router {
  const router = new Router()

  router.post('/orders/:id/refunds', async (ctx) => {
    adminOf(ctx)
    const { lines, amount, ...why } = parse(RefundBody, ctx.request.body)
    const { parts, orderId, metadata } = asked(ctx)
    const wanted = { ...why, pieces: lines, amountCents: amount === undefined ? undefined : toCents(amount) }
    const { order, refundId } = await refundOrder(parts, orderId, wanted, metadata)
    const view = await adminOrderAnswer(parts.commands, order)
    answer(ctx, { ...view, refund: view.refunds.find(({ _id }) => _id === refundId) }, parts.reached())
    ctx.status = 201
  })

  router.post('/orders/:id/refund-case/close', async (ctx) => {
    adminOf(ctx)
    const { reason } = parse(CaseReasonBody, ctx.request.body)
    const { parts, orderId, metadata } = asked(ctx)
    const order = await onOrder(parts.commands, orderId, { type: 'CloseRefundCase', reason }, metadata)
    answer(ctx, await adminOrderAnswer(parts.commands, order), parts.reached())
  })

  router.put('/orders/:id/returns/:returnId', async (ctx) => {
    adminOf(ctx)
    const { lines: received, amount, chosenReason } = parse(ReceiveReturnBody, ctx.request.body)
    const returnId = parse(Id, ctx.params.returnId)
    const { parts, orderId, metadata } = asked(ctx)
    const what = { received, chosenReason, amountCents: amount === undefined ? undefined : toCents(amount) }
    const order = await receiveReturn(parts, { orderId, returnId }, what, metadata)
    answer(ctx, await adminOrderAnswer(parts.commands, order), parts.reached())
  })

  const asked = (ctx: Context) => ({
    parts: tracked(everything),
    orderId: parse(Id, ctx.params.id),
    metadata: orderMetadataOf(ctx, everything.digestSecret),
  })

  return router
}
