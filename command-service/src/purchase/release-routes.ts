import type Router from '@koa/router'
import type { Position } from '@shop/language/events/event'
import { ReleaseHoldBody } from '@shop/language/hold/api'
import { Id } from '@shop/language/values/text'
import { adminOf, customerOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { answer } from '../answer.ts'
import { checkoutView } from '../checkout/load-checkout.ts'
import { tracked } from '../handler/tracked.ts'
import type { Parts } from '../parts.ts'
import { loadPurchase } from './purchase.ts'
import { releaseHold } from './release-hold.ts'

type PartsFor = (customerId: string) => Promise<Parts & { reached: () => Position }>

/** Routes that release unpaid holds. Customers may release their own holds, admins any hold (decisions K1). */
export function addReleaseRoutes(router: Router, everything: Parts, partsFor: PartsFor): Router {
  const { digestSecret } = everything

  router.post('/checkouts/:id/cancel', async (ctx) => {
    const { id: customerId } = customerOf(ctx)
    const parts = await partsFor(customerId)
    const purchase = await loadPurchase(parts, parse(Id, ctx.params.id), metadataOf(ctx, digestSecret), customerId)
    const cancelled = await releaseHold(purchase, { reason: 'Its customer has cancelled it', evenIfBegun: true })
    answer(ctx, checkoutView(cancelled), parts.reached())
  })

  router.post('/checkouts/:id/release', async (ctx) => {
    adminOf(ctx)
    const { evenIfBegun = false } = parse(ReleaseHoldBody, ctx.request.body)
    const parts = tracked(everything)
    const purchase = await loadPurchase(parts, parse(Id, ctx.params.id), metadataOf(ctx, digestSecret))
    await releaseHold(purchase, { reason: 'An admin has released the pieces', evenIfBegun })
    answer(ctx, { message: 'The pieces are for sale again' }, parts.reached())
  })

  return router
}
