import Router from '@koa/router'
import { CaseReasonBody } from '@shop/language/case/api'
import { ChangeStatusBody, ChangeStatusesBody, ReceiveReturnBody, RefundBody } from '@shop/language/order/api'
import { toCents, toDecimal } from '@shop/language/values/money'
import { Id } from '@shop/language/values/text'
import { adminOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import type { Context } from 'koa'
import { answer } from '../answer.ts'
import { tracked } from '../handler/tracked.ts'
import type { Parts } from '../parts.ts'
import { receiveReturn, refundIdOf, refundOrder } from './after-buying.ts'
import { changeStatus, deleteOrder, restoreOrder } from './change-order.ts'
import { changeStatuses } from './change-statuses.ts'
import { onOrder } from './load-order.ts'
import { adminOrderAnswer } from './order-answer.ts'
import { orderMetadataOf } from './order-versions.ts'

const askedOf = (everything: Parts) => (ctx: Context) => ({
  parts: tracked(everything, ctx),
  orderId: parse(Id, ctx.params.id),
  metadata: orderMetadataOf(ctx, everything.digestSecret),
})
type Asked = ReturnType<typeof askedOf>

export function orderRoutes(everything: Parts): Router {
  const router = new Router()
  const asked = askedOf(everything)

  router.put('/orders/:id', async (ctx) => {
    adminOf(ctx)
    const { refund, refundAmount, reason, message, ...wanted } = parse(ChangeStatusBody, ctx.request.body)
    const { parts, orderId, metadata } = asked(ctx)
    const amountCents = refundAmount === undefined ? undefined : toCents(refundAmount)
    const goesBack = refund === 'all' || amountCents !== undefined
    const command = {
      type: 'ChangeStatus',
      ...wanted,
      reason: reason || undefined,
      message: message || undefined,
      refund: goesBack ? { refundId: refundIdOf(metadata), amountCents } : refund === 'none' ? refund : undefined,
      at: parts.commands.now().toISOString(),
    } as const
    const order = await changeStatus(parts, orderId, command, metadata)
    answer(ctx, await adminOrderAnswer(parts.commands, order))
  })

  router.post('/orders/bulk', async (ctx) => {
    adminOf(ctx)
    const wanted = parse(ChangeStatusesBody, ctx.request.body)
    const parts = tracked(everything, ctx)
    const orders = await changeStatuses(parts.commands, wanted, metadataOf(ctx, everything.digestSecret))
    answer(ctx, { orders })
  })

  router.post('/orders/:id/restore', async (ctx) => {
    adminOf(ctx)
    const { parts, orderId, metadata } = asked(ctx)
    const order = await restoreOrder(parts.commands, orderId, metadata)
    answer(ctx, await adminOrderAnswer(parts.commands, order))
  })

  router.delete('/orders/:id', async (ctx) => {
    adminOf(ctx)
    const { parts, orderId, metadata } = asked(ctx)
    const { deletion, version } = await deleteOrder(parts.commands, orderId, metadata)
    const { dueCents = 0, restocked = 0 } = deletion ?? {}
    const deleted = { message: 'Order deleted', _id: orderId, version, refundDue: toDecimal(dueCents), restocked }
    answer(ctx, deleted)
  })

  addRefundRoutes(router, asked)
  return router
}

function addRefundRoutes(router: Router, asked: Asked) {
  router.post('/orders/:id/refunds', async (ctx) => {
    adminOf(ctx)
    const { lines, amount, ...why } = parse(RefundBody, ctx.request.body)
    const { parts, orderId, metadata } = asked(ctx)
    const wanted = { ...why, pieces: lines, amountCents: amount === undefined ? undefined : toCents(amount) }
    const { order, refundId } = await refundOrder(parts, orderId, wanted, metadata)
    const view = await adminOrderAnswer(parts.commands, order)
    answer(ctx, { ...view, refund: view.refunds.find(({ _id }) => _id === refundId) })
    ctx.status = 201
  })

  router.post('/orders/:id/refund-case/close', async (ctx) => {
    adminOf(ctx)
    const { reason } = parse(CaseReasonBody, ctx.request.body)
    const { parts, orderId, metadata } = asked(ctx)
    const order = await onOrder(parts.commands, orderId, { type: 'CloseRefundCase', reason }, metadata)
    answer(ctx, await adminOrderAnswer(parts.commands, order))
  })

  router.put('/orders/:id/returns/:returnId', async (ctx) => {
    adminOf(ctx)
    const { lines: received, amount, chosenReason } = parse(ReceiveReturnBody, ctx.request.body)
    const returnId = parse(Id, ctx.params.returnId)
    const { parts, orderId, metadata } = asked(ctx)
    const what = { received, chosenReason, amountCents: amount === undefined ? undefined : toCents(amount) }
    const order = await receiveReturn(parts, { orderId, returnId }, what, metadata)
    answer(ctx, await adminOrderAnswer(parts.commands, order))
  })
}
