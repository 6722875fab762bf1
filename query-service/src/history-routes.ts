import Router from '@koa/router'
import { CaseOpened, caseStream } from '@shop/language/case/events'
import { checkoutStream } from '@shop/language/checkout/events'
import { signalsOf } from '@shop/language/checkout/signal-events'
import { ShopError } from '@shop/language/errors'
import type { Recorded } from '@shop/language/events/event'
import { orderStream } from '@shop/language/order/events'
import { pendingPayments } from '@shop/language/order/pending-document'
import { productStream } from '@shop/language/product/events'
import { Id } from '@shop/language/values/text'
import { adminOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Answering } from './answering.ts'
import { namesOf } from './customer-names.ts'
import { historyOf } from './history.ts'

/** A pending payment has a history too, because it can become an order. */
export function orderHistoryRoutes(readStore: ReadStore, log: EventReader): Answering {
  const router = new Router({ strict: true, sensitive: true })
  router.get('/admin/orders/:id/history', async (ctx) => {
    adminOf(ctx)
    const id = parse(Id, ctx.params.id)
    const order = await eventsOf(log, [orderStream(id)])
    const isKnown = order.length > 0 || (await readStore.get(pendingPayments, id)) !== undefined
    if (!isKnown) throw new ShopError('NOT_FOUND', 'There is no such order')
    ctx.body = await entriesOf(readStore, [...order, ...(await eventsOf(log, [checkoutStream(id)]))])
  })
  return [router, [pendingPayments]]
}

/** A deleted product has its history too. */
export function productHistoryRoutes(readStore: ReadStore, log: EventReader): Answering {
  const router = new Router({ strict: true, sensitive: true })
  router.get('/admin/products/:id/history', async (ctx) => {
    adminOf(ctx)
    const events = await eventsOf(log, [productStream(parse(Id, ctx.params.id))])
    if (events.length === 0) throw new ShopError('NOT_FOUND', 'There is no such product')
    ctx.body = await entriesOf(readStore, events)
  })
  return [router, []]
}

export function caseHistoryRoutes(readStore: ReadStore, log: EventReader): Answering {
  const router = new Router({ strict: true, sensitive: true })
  router.get('/admin/cases/:id/history', async (ctx) => {
    adminOf(ctx)
    const own = await eventsOf(log, [caseStream(parse(Id, ctx.params.id))])
    const opened = own.find(({ type }) => type === CaseOpened.type)?.data as CaseFacts | undefined
    if (!opened) throw new ShopError('NOT_FOUND', 'There is no such case')
    const { checkoutId, orderId, captureId, providerOrderId, disputeId } = opened
    const ids = [...new Set([checkoutId, orderId].filter((id) => id !== null))]
    // Each id can name the stream of an order and the stream of a checkout.
    const purchase = await eventsOf(
      log,
      ids.flatMap((id) => [checkoutStream(id), orderStream(id)]),
    )
    const payments = [captureId, providerOrderId, disputeId, ...paymentsIn(purchase)].filter((id) => id !== null)
    const signals = await eventsOf(log, [...new Set(payments)].map(signalsOf))
    ctx.body = await entriesOf(readStore, [...own, ...purchase, ...signals])
  })
  return [router, []]
}

const eventsOf = async (log: EventReader, streams: readonly string[]) =>
  (await Promise.all(streams.map((stream) => Array.fromAsync(log.readStream(stream))))).flat()

async function entriesOf(readStore: ReadStore, events: readonly Recorded[]) {
  const inOrder = events.toSorted((one, other) => (one.position < other.position ? -1 : 1))
  const actors = inOrder.flatMap(({ metadata }) => metadata.actor.id ?? [])
  return historyOf(inOrder, await namesOf(readStore, actors))
}

const paymentsIn = (events: readonly Recorded[]) =>
  events.flatMap(({ data }) => {
    const { providerOrderId, captureId } = data as { providerOrderId?: string; captureId?: string }
    return [providerOrderId, captureId].filter((id) => id !== undefined)
  })

type CaseFacts = ReturnType<typeof CaseOpened>['data']
