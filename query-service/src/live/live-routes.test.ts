import type { AddressInfo } from 'node:net'
import type { Caller } from '@shop/language/account/caller'
import { AccountErased } from '@shop/language/account/events'
import { AdminRevoked } from '@shop/language/account/role-events'
import { OrderDeleted, OrderPlaced, OrderStatusChanged } from '@shop/language/order/events'
import { SHARED, StockCounted } from '@shop/language/stock/events'
import { boughtOf, saidNothing, sampleLine } from '@shop/language/test-support/sample-order'
import { answerErrors } from '@shop/server/http/answer-errors'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import Koa, { type Middleware } from 'koa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startShop } from '../test-support/start-shop.ts'
import { watchChanges } from './live-changes.ts'
import { liveRoutes } from './live-routes.ts'

let shop: Awaited<ReturnType<typeof startShop>>
const listening: AbortController[] = []

beforeEach(async () => {
  shop = await startShop()
  await shop.people()
  await shop.listed('p1')
})
afterEach(async () => {
  for (const one of listening.splice(0)) one.abort()
  await shop.close()
})

const booked = { orderId: 'o1', totalCents: 4900, placedAt: '2026-01-01T00:00:00.000Z', ...saidNothing }
const item = { ...sampleLine, productId: 'p1', color: 'Blue', priceCents: 4900, paidCents: 4900 }
const placedBy = (customerId: string) =>
  OrderPlaced({
    ...booked,
    ...boughtOf(item),
    customerId,
    captureId: 'c',
    paidAt: booked.placedAt,
  })
const system = { role: 'system' } as const
const shipped = OrderStatusChanged({ ...booked, from: 'Processing', to: 'Shipped' })

/** Listens to changes as a user. `messages` returns the messages that have come so far. */
async function listen({ as, lastEventId, query = '' }: { as?: string; lastEventId?: string; query?: string } = {}) {
  const stop = new AbortController()
  listening.push(stop)
  const response = await shop.ask(`/live${query}`, {
    ...(as && { as }),
    headers: lastEventId ? { 'last-event-id': lastEventId } : {},
    signal: stop.signal,
  })
  let text = ''
  let over = false
  const read = async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) text += piece
  }
  void read()
    .catch(() => {})
    .finally(() => {
      over = true
    })
  await expect.poll(() => text).toContain('id: ')
  return {
    response,
    close: () => stop.abort(),
    isOver: () => over,
    messages: () =>
      [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as { kind: string; id: string }),
    lastId: () => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '',
    text: () => text,
  }
}
const stock = { kind: 'stock', id: 'p1' }
const order = { kind: 'order', id: 'o1' }

test('changes of products and stock are sent to everybody as soon as the read models show them', async () => {
  const guest = await listen()
  expect(guest.response.headers.get('content-type')).toContain('text/event-stream')
  expect(guest.response.headers.get('cache-control')).toBe('no-store')
  await shop.listed('p2')
  await expect.poll(guest.messages).toContainEqual({ kind: 'product', id: 'p2' })
  await expect.poll(guest.messages).toContainEqual({ kind: 'stock', id: 'p2' })
})

test('a message has only a kind and an id', async () => {
  const root = await listen({ as: 'root' })
  await shop.happenedIn('order-o1', system, placedBy('ada'))
  await expect.poll(root.messages).toContainEqual(order)
  for (const message of root.messages()) expect(Object.keys(message)).toEqual(['kind', 'id'])
})

test('changes of an order, including its deletion, are sent only to its customer and to admins', async () => {
  const [ada, bob, guest, root] = [
    await listen({ as: 'ada' }),
    await listen({ as: 'bob' }),
    await listen(),
    await listen({ as: 'root' }),
  ]
  await shop.happenedIn('order-o1', system, placedBy('ada'))
  await expect.poll(ada.messages).toContainEqual(order)
  const gone = OrderDeleted({ ...booked, status: 'Processing', lines: [] })
  const count = ada.messages().length
  await shop.happenedIn('order-o1', system, gone)
  await expect.poll(() => ada.messages().slice(count)).toContainEqual(order)
  await expect.poll(root.messages).toContainEqual({ kind: 'dashboard', id: 'totals' })
  for (const other of [bob, guest]) expect(other.text()).not.toContain('o1')
  expect(ada.text()).not.toContain('dashboard')
})

test('a listener that reconnects with its last event id gets only the changes that it missed', async () => {
  const ada = await listen({ as: 'ada' })
  await shop.happenedIn('order-o1', system, placedBy('ada'))
  await expect.poll(ada.messages).toContainEqual(order)
  const lastEventId = ada.lastId()
  ada.close()
  await shop.happenedIn('order-o1', system, shipped)
  const other = await listen({ as: 'bob' })
  await shop.happened(StockCounted({ productId: 'p1', ...SHARED, available: 1 }))
  await expect.poll(other.messages).toContainEqual(stock)

  const again = await listen({ as: 'ada', lastEventId })
  await expect.poll(again.messages).toContainEqual(stock)
  expect(again.messages()).toContainEqual(order)
  expect(again.messages().filter(({ kind }) => kind === 'all')).toEqual([])
})

test('a new listener gets the changes since its page was loaded', async () => {
  const begunAtMs = performance.now()
  await shop.happenedIn('order-o1', system, placedBy('ada'))
  const guest = await listen()
  await shop.happened(StockCounted({ productId: 'p1', ...SHARED, available: 1 }))
  await expect.poll(guest.messages).toContainEqual(stock)

  const since = () => `?ageMs=${Math.ceil(performance.now() - begunAtMs)}`
  let bob: Awaited<ReturnType<typeof listen>> | undefined
  const seenBy = async (as: string) => {
    const listener = await listen({ as, query: since() })
    if (as === 'bob') bob = listener
    return listener.messages()
  }
  await expect.poll(() => seenBy('ada')).toEqual(expect.arrayContaining([stock, order]))
  await expect.poll(() => seenBy('bob')).toContainEqual(stock)
  expect(bob!.text()).not.toContain('o1')
  const late = await listen({ query: '?ageMs=999999' })
  await expect.poll(late.messages).toEqual([{ kind: 'all', id: '' }])
  expect((await shop.ask('/live?ageMs=soon')).status).toBe(400)
})

test('after an unknown event id the message "all" is sent', async () => {
  for (const lastEventId of ['11111111-4', 'nonsense', '0'])
    await expect.poll(async () => (await listen({ lastEventId })).messages()[0]).toEqual({ kind: 'all', id: '' })
})

test('a listener whose account has changed is disconnected at once, and other listeners stay connected', async () => {
  const [ada, bob, guest, root] = [
    await listen({ as: 'ada' }),
    await listen({ as: 'bob' }),
    await listen(),
    await listen({ as: 'root' }),
  ]
  // The next heartbeat comes only after fifteen seconds, so it is not the reason for the disconnect.
  const isOver = (one: typeof ada) => expect.poll(one.isOver)
  await shop.happened(AdminRevoked({ accountId: 'root' }))
  await isOver(root).toBe(true)
  await shop.happened(AccountErased({ accountId: 'ada', emailKey: 'ada' }))
  await isOver(ada).toBe(true)
  expect([bob.isOver(), guest.isOver()]).toEqual([false, false])
})

test('a listener whose new role was not reported is disconnected later; the number of listeners is limited', async () => {
  const readStore = { onCommit: () => () => {} } as unknown as ReadStore
  const changes = watchChanges(readStore, { customerOf: async () => undefined })
  let role: Caller['role'] = 'admin'
  const callerBy = async (): Promise<Caller> => ({ id: 'root', role })
  const [router] = liveRoutes(changes, {
    callerBy,
    onAccountChange: () => () => {},
    beatMs: 20,
    places: { all: 1, client: 2, network: 2 },
  })
  const routes = router.routes() as Middleware
  const app = new Koa().use(answerErrors()).use((ctx, next) => {
    ctx.state.caller = { id: 'root', role: 'admin' }
    ctx.state.signedIn = { accountId: 'root', ver: 0 }
    return routes(ctx, next)
  })
  const server = app.listen(0)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/live`
  const first = await fetch(url)
  expect((await fetch(url)).status).toBe(503)
  role = 'customer'
  expect(await first.text()).toContain('id: ')
  await expect.poll(async () => (await fetch(url)).status).toBe(200)
  server.closeAllConnections()
  server.close()
})
