import Router from '@koa/router'
import { ChangeStatusBody } from '@shop/language/api/orders'
import { Id } from '@shop/language/api/text'
import { adminOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import type { Context } from 'koa'
import { answer } from '../answer.ts'
import { tracked } from '../handler/tracked.ts'
import type { Parts } from '../parts.ts'
import { changeOrder } from './change-order.ts'
import { onOrder } from './load-order.ts'
import { adminOrderAnswer } from './order-answer.ts'
import type { OrderCommand } from './order-decider.ts'
import { orderMetadataOf, setVersion } from './order-versions.ts'

/** Administration of the orders. */
export function orderRoutes(everything: Parts): Router {
  const router = new Router()

  router.put('/orders/:id', async (ctx) => {
    adminOf(ctx)
    const { status, reason, trackingNumber } = parse(ChangeStatusBody, ctx.request.body)
    const at = everything.commands.now().toISOString()
    await change(ctx, { type: 'ChangeStatus', status, reason: reason || undefined, trackingNumber, at })
  })

  router.post('/orders/:id/restore', async (ctx) => {
    adminOf(ctx)
    await change(ctx, { type: 'Restore' })
  })

  router.delete('/orders/:id', async (ctx) => {
    adminOf(ctx)
    const orderId = parse(Id, ctx.params.id)
    const parts = tracked(everything)
    const { version } = await onOrder(
      parts.commands,
      orderId,
      { type: 'Delete' },
      orderMetadataOf(ctx, parts.digestSecret),
    )
    setVersion(ctx, version)
    answer(ctx, { message: 'Order deleted', _id: orderId }, parts.reached())
  })

  async function change(ctx: Context, command: OrderCommand) {
    const orderId = parse(Id, ctx.params.id)
    const parts = tracked(everything)
    const order = await changeOrder(parts.commands, orderId, command, orderMetadataOf(ctx, parts.digestSecret))
    answer(ctx, await adminOrderAnswer(parts.commands, order), parts.reached())
  }

  return router
}
