import Router from '@koa/router'
import { PayBody, StartCheckoutBody } from '@shop/language/checkout/api'
import { ShopError } from '@shop/language/errors'
import { Id } from '@shop/language/values/text'
import { customerOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import type { Context } from 'koa'
import { answer, noteReached } from '../answer.ts'
import { notOpen } from '../checkout/checkout-state.ts'
import { checkoutView } from '../checkout/load-checkout.ts'
import { createOwnerLimit, createProviderLimit } from '../command-limits.ts'
import { tracked } from '../handler/tracked.ts'
import { createHeldBudgets } from '../held/held-budgets.ts'
import { customerOrderView } from '../order/order-answer.ts'
import type { Parts } from '../parts.ts'
import { limitedProvider } from '../payment/limited-provider.ts'
import { chargedFor } from './charged-for.ts'
import { namingOrder } from './one-order.ts'
import { payCheckout } from './pay-checkout.ts'
import { placeOrder } from './place-order.ts'
import { loadPurchase, recallPaid } from './purchase.ts'
import { addReleaseRoutes } from './release-routes.ts'
import { startPayment } from './start-payment.ts'
import { startPurchase } from './start-purchase.ts'

/** The routes from the cart to the order. Another customer's checkout is answered like an unknown checkout. */
export function purchaseRoutes(everything: Parts): Router {
  const { digestSecret, counters } = everything
  const router = new Router()
  const limitOwner = createOwnerLimit(counters)
  const limitProvider = createProviderLimit(counters)
  const budgetsOf = createHeldBudgets(everything)

  /** The parts for one request of this customer. Commands and calls to the provider are counted against the customer's limits. */
  async function partsFor(customerId: string) {
    await limitOwner(customerId)
    const payments = limitedProvider(everything.payments, () => limitProvider(customerId))
    return { ...tracked(everything), payments }
  }

  router.post('/checkouts', async (ctx) => {
    const { id: customerId } = customerOf(ctx)
    const body = parse(StartCheckoutBody, ctx.request.body)
    const parts = await partsFor(customerId)
    const metadata = metadataOf(ctx, digestSecret)
    const checkout = await startPurchase(parts, customerId, body, metadata, budgetsOf(ctx.ip, metadata))
    const started = checkoutView(checkout)
    answer(ctx, { ...started, checkout: started }, parts.reached())
    ctx.status = 201
  })

  router.get('/checkouts/:id/charged', async (ctx) => {
    const { id: customerId } = customerOf(ctx)
    const purchase = await loadPurchase(...asked(ctx, await partsFor(customerId), customerId))
    ctx.body = { ...checkoutView(purchase.checkout), charged: await chargedFor(purchase) }
  })

  router.post('/checkouts/:id/payment', async (ctx) => {
    const { id: customerId } = customerOf(ctx)
    const parts = await partsFor(customerId)
    const purchase = await loadPurchase(...asked(ctx, parts, customerId))
    const id = await namingOrder(purchase, () => startPayment(purchase))
    answer(ctx, { id }, parts.reached())
  })

  router.put('/checkouts/pay', (ctx) => pay(ctx))
  router.put('/checkouts/:id/pay', (ctx) => pay(ctx, parse(Id, ctx.params.id)))

  async function pay(ctx: Context, named?: string) {
    const { id: customerId } = customerOf(ctx)
    const { checkoutId, paymentDetails } = parse(PayBody, ctx.request.body)
    const parts = await partsFor(customerId)
    const hint = { checkoutId: named ?? checkoutId, providerOrderId: paymentDetails?.id ?? paymentDetails?.orderID }
    const checkout = await payCheckout(parts, customerId, hint, metadataOf(ctx, digestSecret)).finally(() =>
      noteReached(ctx, parts.reached()),
    )
    // The buyer must read that the payment is refunded (decisions S3).
    if (checkout.status === 'refunded') throw new ShopError('OUT_OF_STOCK', notOpen(checkout.status).message)
    answer(ctx, checkoutView(checkout), parts.reached())
  }

  router.post('/checkouts/:id/finalize', async (ctx) => {
    const { id: customerId } = customerOf(ctx)
    const parts = await partsFor(customerId)
    const purchase = await recallPaid(...asked(ctx, parts, customerId))
    const order = await namingOrder(purchase, () => placeOrder(purchase))
    answer(ctx, customerOrderView(order), parts.reached())
  })

  const asked = (ctx: Context, parts: Parts, customerId: string) =>
    [parts, parse(Id, ctx.params.id), metadataOf(ctx, digestSecret), customerId] as const

  return addReleaseRoutes(router, everything, partsFor)
}
