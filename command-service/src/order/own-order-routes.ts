import Router from '@koa/router'
import { ParcelAddress } from '@shop/language/address/api'
import { CancelBody, ReturnBody } from '@shop/language/order/api'
import { Id } from '@shop/language/values/text'
import { customerOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import type { Context } from 'koa'
import { answer } from '../answer.ts'
import { createOwnerLimit } from '../command-limits.ts'
import { tracked } from '../handler/tracked.ts'
import type { Parts } from '../parts.ts'
import { cancelByCustomer, requestReturn } from './after-buying.ts'
import { loadOrder, onOrder } from './load-order.ts'
import { adminOrderAnswer, customerOrderView } from './order-answer.ts'
import { unknownOrder } from './order-decider.ts'
import { orderMetadataOf } from './order-versions.ts'

export function ownOrderRoutes(everything: Parts): Router {
  const router = new Router()
  const limitOwner = createOwnerLimit(everything.counters)

  router.post('/own-orders/:id/cancel', async (ctx) => {
    customerOf(ctx)
    const { chosenReason, reason } = parse(CancelBody, ctx.request.body)
    const { parts, orderId, metadata } = await asked(ctx)
    const why = { chosenReason, reason: reason || undefined }
    answer(ctx, customerOrderView(await cancelByCustomer(parts, orderId, metadata, why)))
  })

  router.post('/own-orders/:id/returns', async (ctx) => {
    customerOf(ctx)
    const { lines: pieces, ...why } = parse(ReturnBody, ctx.request.body)
    const { parts, orderId, metadata } = await asked(ctx)
    const { order, returnId } = await requestReturn(parts, orderId, { pieces, ...why }, metadata)
    const view = customerOrderView(order)
    answer(ctx, { ...view, return: view.returns.find(({ _id }) => _id === returnId) })
    ctx.status = 201
  })

  router.put('/own-orders/:id/address', async (ctx) => {
    const isAdmin = customerOf(ctx).role === 'admin'
    const shippingAddress = parse(ParcelAddress, ctx.request.body)
    const { parts, orderId, metadata } = await asked(ctx, isAdmin)
    const order = await onOrder(parts.commands, orderId, { type: 'ChangeAddress', shippingAddress }, metadata)
    const view = isAdmin ? await adminOrderAnswer(parts.commands, order) : customerOrderView(order)
    answer(ctx, view)
  })

  async function asked(ctx: Context, ofAnyCustomer = false) {
    const { id } = customerOf(ctx)
    await limitOwner(id)
    const orderId = parse(Id, ctx.params.id)
    const parts = tracked(everything, ctx)
    const { facts } = await loadOrder(parts.commands, orderId)
    if (facts.customerId !== id && !ofAnyCustomer) throw unknownOrder()
    return { parts, orderId, metadata: orderMetadataOf(ctx, everything.digestSecret) }
  }

  return router
}
