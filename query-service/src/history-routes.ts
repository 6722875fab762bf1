import Router from '@koa/router'
import { ShopError } from '@shop/language/errors'
import { checkoutStream } from '@shop/language/events/checkout-events'
import { orderStream } from '@shop/language/events/order-events'
import { adminOf } from '@shop/server/http/authenticate'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { namesOf } from './customer-names.ts'
import { historyOf } from './history.ts'

export function historyRoutes(readStore: ReadStore, log: EventReader): Router {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/admin/orders/:id/history', async (ctx) => {
    adminOf(ctx)
    const id = ctx.params.id ?? ''
    const order = await Array.fromAsync(log.readStream(orderStream(id)))
    if (order.length === 0) throw new ShopError('NOT_FOUND', 'There is no such order')
    // An order has its checkout's id.
    const checkout = await Array.fromAsync(log.readStream(checkoutStream(id)))
    const events = [...checkout, ...order].sort((one, other) => (one.position < other.position ? -1 : 1))
    const actors = events.flatMap(({ metadata }) => metadata.actor.id ?? [])
    ctx.body = historyOf(events, await namesOf(readStore, actors))
  })

  return router
}
