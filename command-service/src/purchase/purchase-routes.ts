import Router from '@koa/router'
import { PayBody, StartCheckoutBody } from '@shop/language/checkout/api'
import { ShopError } from '@shop/language/errors'
import { ReleaseHoldBody } from '@shop/language/hold/api'
import { Id } from '@shop/language/values/text'
import { adminOf, customerOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import type { Context } from 'koa'
import { answer } from '../answer.ts'
import { notOpen } from '../checkout/checkout-state.ts'
import { checkoutView } from '../checkout/load-checkout.ts'
import { createOwnerLimit, createProviderLimit } from '../command-limits.ts'
import { requireSameBody } from '../handler/require-same-body.ts'
import { tracked } from '../handler/tracked.ts'
import { createHeldBudgets } from '../held/held-budgets.ts'
import { customerOrderView } from '../order/order-answer.ts'
import type { Parts } from '../parts.ts'
import type { PaymentProvider } from '../payment/payment-provider.ts'
import { releaseHold, startPurchase } from './open-checkout.ts'
import { placeOrder } from './outcome.ts'
import { chargedFor, payCheckout } from './payment-checks.ts'
import { startPayment } from './provider-order.ts'
import { loadPurchase, namingOrder, recallPaid } from './purchase.ts'

/** Another customer's checkout is answered like an unknown checkout. */
export function purchaseRoutes(everything: Parts): Router {
  const { digestSecret } = everything
  const router = new Router()
  const partsFor = limitedParts(everything)
  const budgetsOf = createHeldBudgets(everything)

  async function purchaseIn(ctx: Context, load = loadPurchase) {
    const { id: customerId } = customerOf(ctx)
    const parts = await partsFor(customerId, ctx)
    return load(parts, parse(Id, ctx.params.id), metadataOf(ctx, digestSecret), customerId)
  }

  router.post('/checkouts', async (ctx) => {
    const { id: customerId } = customerOf(ctx)
    const body = parse(StartCheckoutBody, ctx.request.body)
    const parts = await partsFor(customerId, ctx)
    const metadata = metadataOf(ctx, digestSecret)
    const checkout = await startPurchase(parts, customerId, body, metadata, budgetsOf(ctx.ip, metadata))
    const started = checkoutView(checkout)
    answer(ctx, { ...started, checkout: started })
    ctx.status = 201
  })

  router.get('/checkouts/:id/charged', async (ctx) => {
    const purchase = await purchaseIn(ctx)
    ctx.body = { ...checkoutView(purchase.checkout), charged: await chargedFor(purchase) }
  })

  router.post('/checkouts/:id/payment', async (ctx) => {
    const purchase = await purchaseIn(ctx)
    await requireSameBody(purchase.parts.commands, purchase.metadata)
    const id = await namingOrder(purchase, () => startPayment(purchase))
    answer(ctx, { id })
  })

  router.put(['/checkouts/pay', '/checkouts/:id/pay'], async (ctx) => {
    const { id: customerId } = customerOf(ctx)
    const named = ctx.params.id === undefined ? undefined : parse(Id, ctx.params.id)
    const { checkoutId, paymentDetails } = parse(PayBody, ctx.request.body)
    const parts = await partsFor(customerId, ctx)
    const hint = { checkoutId: named ?? checkoutId, providerOrderId: paymentDetails?.id ?? paymentDetails?.orderID }
    const checkout = await payCheckout(parts, customerId, hint, metadataOf(ctx, digestSecret))
    // The buyer must read that the payment is refunded (decisions S3).
    if (checkout.status === 'refunded') throw new ShopError('OUT_OF_STOCK', notOpen(checkout.status).message)
    answer(ctx, checkoutView(checkout))
  })

  router.post('/checkouts/:id/finalize', async (ctx) => {
    const purchase = await purchaseIn(ctx, recallPaid)
    await requireSameBody(purchase.parts.commands, purchase.metadata)
    const order = await namingOrder(purchase, () => placeOrder(purchase))
    answer(ctx, customerOrderView(order))
  })

  router.post('/checkouts/:id/cancel', async (ctx) => {
    const purchase = await purchaseIn(ctx)
    const cancelled = await releaseHold(purchase, {
      reason: 'The customer has cancelled the checkout',
      evenIfBegun: true,
    })
    answer(ctx, checkoutView(cancelled))
  })

  addAdminsRelease(router, everything)
  return router
}

function limitedParts(everything: Parts) {
  const limitOwner = createOwnerLimit(everything.counters)
  const limitProvider = createProviderLimit(everything.counters)
  return async (customerId: string, ctx: Context) => {
    await limitOwner(customerId)
    const payments = limitedProvider(everything.payments, () => limitProvider(customerId))
    return { ...tracked(everything, ctx), payments }
  }
}

/** Calls `take` before every call to the provider; `take` throws after too many calls. */
function limitedProvider(payments: PaymentProvider, take: () => Promise<unknown>): PaymentProvider {
  const limited =
    <Argument, Result>(call: (argument: Argument) => Promise<Result>) =>
    async (argument: Argument): Promise<Result> => {
      await take()
      return call(argument)
    }
  return {
    createOrder: limited(payments.createOrder),
    lookUp: limited(payments.lookUp),
    orderOf: limited(payments.orderOf),
    capture: limited(payments.capture),
    refund: limited(payments.refund),
    lookUpRefund: limited(payments.lookUpRefund),
  }
}

/** Admins may release any unpaid hold, customers only their own (decisions K1). */
function addAdminsRelease(router: Router, everything: Parts) {
  router.post('/checkouts/:id/release', async (ctx) => {
    adminOf(ctx)
    const { evenIfBegun = false } = parse(ReleaseHoldBody, ctx.request.body)
    const parts = tracked(everything, ctx)
    const purchase = await loadPurchase(parts, parse(Id, ctx.params.id), metadataOf(ctx, everything.digestSecret))
    await releaseHold(purchase, { reason: 'An admin has released the pieces', evenIfBegun })
    answer(ctx, { message: 'The pieces are for sale again' })
  })
}
