import Router from '@koa/router'
import { PayBody, StartCheckoutBody } from '@shop/language/api/checkout'
import { Id } from '@shop/language/api/text'
import { ShopError } from '@shop/language/errors'
import { customerOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import type { Context } from 'koa'
import { answer } from '../answer.ts'
import { tracked } from '../handler/tracked.ts'
import { customerOrderView } from '../order/order-answer.ts'
import { placeOrder } from '../order/place-order.ts'
import type { Parts } from '../parts.ts'
import { notOpen } from './checkout-state.ts'
import { checkoutView, recallCheckout } from './load-checkout.ts'
import { payCheckout } from './pay-checkout.ts'
import { startCheckout } from './start-checkout.ts'
import { startPayment } from './start-payment.ts'

/** From the cart to the order. Another customer's checkout is answered like an unknown one. */
export function checkoutRoutes(everything: Parts): Router {
  const { digestSecret } = everything
  const router = new Router()

  router.post('/checkouts', async (ctx) => {
    const { id: customerId } = customerOf(ctx)
    const body = parse(StartCheckoutBody, ctx.request.body)
    const parts = tracked(everything)
    const checkout = await startCheckout(parts, customerId, body, metadataOf(ctx, digestSecret))
    answer(ctx, { checkout: checkoutView(checkout) }, parts.reached())
    ctx.status = 201
  })

  router.post('/checkouts/:id/payment', async (ctx) => {
    const { id: customerId } = customerOf(ctx)
    const parts = tracked(everything)
    const { checkoutId } = await recallCheckout(parts.commands, parse(Id, ctx.params.id), customerId)
    const id = await startPayment(parts, checkoutId, metadataOf(ctx, digestSecret))
    answer(ctx, { id }, parts.reached())
  })

  router.put('/checkouts/pay', (ctx) => pay(ctx))
  router.put('/checkouts/:id/pay', (ctx) => pay(ctx, parse(Id, ctx.params.id)))

  async function pay(ctx: Context, named?: string) {
    const { id: customerId } = customerOf(ctx)
    const { checkoutId, paymentDetails } = parse(PayBody, ctx.request.body)
    const parts = tracked(everything)
    const hint = { checkoutId: named ?? checkoutId, providerOrderId: paymentDetails?.id ?? paymentDetails?.orderID }
    const checkout = await payCheckout(parts, customerId, hint, metadataOf(ctx, digestSecret))
    // The buyer is told that the payment is refunded (decisions S3).
    if (checkout.status === 'refunded') throw new ShopError('OUT_OF_STOCK', notOpen(checkout.status).message)
    answer(ctx, checkoutView(checkout), parts.reached())
  }

  router.post('/checkouts/:id/finalize', async (ctx) => {
    const { id: customerId } = customerOf(ctx)
    const parts = tracked(everything)
    const { checkoutId } = await recallCheckout(parts.commands, parse(Id, ctx.params.id), customerId)
    const order = await placeOrder(parts.commands, checkoutId, metadataOf(ctx, digestSecret))
    answer(ctx, customerOrderView(order), parts.reached())
  })

  return router
}
