import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { users } from '@shop/language/account/document'
import { AccountRegistered } from '@shop/language/account/events'
import { AdminGranted } from '@shop/language/account/role-events'
import type { Actor, Event } from '@shop/language/events/event'
import { type ProductDetails, ProductListed } from '@shop/language/product/events'
import { SHARED, StockCounted } from '@shop/language/stock/events'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { notWaitedFor, projections, waitedFor } from '@shop/projections/all'
import { runProjections } from '@shop/projections/run-projections'
import { append, appendAs } from '@shop/projections/spec'
import { createKeptAnswers } from '@shop/server/http/kept-answers'
import { knownAnswers, publicAnswers } from '@shop/server/http/public-answers'
import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { followStandings } from '@shop/stores/read-store/standings'
import Koa from 'koa'
import { createInMemoryCatalog } from '../catalog/in-memory/in-memory-catalog.ts'
import { createQueryService } from '../create-query-service.ts'

type Asking = { as?: string; headers?: Record<string, string>; signal?: AbortSignal }

/** The token of the account `ada` is `ada.x.x`. */
export async function startShop({ now }: { now?: () => Date } = {}) {
  const log = openSqliteEventStore(':memory:')
  const readStore = openSqliteReadStore(':memory:')
  const stop = new AbortController()
  const running = runProjections(projections, log, readStore, stop.signal)
  const catalog = createInMemoryCatalog(readStore)
  const followed = followStandings(readStore, [...waitedFor, ...notWaitedFor])
  const reached = (position: string) => followed.reached(position, 2_000)
  const queries = createQueryService({
    readStore,
    catalog,
    followed,
    log,
    counters: createMemoryCounters(),
    verify: async (token) => ({ accountId: token.split('.')[0] ?? '', ver: 0 }),
    async callerBy({ accountId: id }) {
      const user = await readStore.get(users, id)
      return user && { id, role: user.role }
    },
    ...(now && { now }),
  })
  const kept = createKeptAnswers(catalog.revision)
  const server = new Koa().use(publicAnswers(kept)).use(knownAnswers(kept)).use(queries).listen(0)
  await once(server, 'listening')
  await running.caughtUp
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function happened(...events: readonly Event[]) {
    const { position } = await append(log, 'stream', ...events)
    await reached(position)
  }

  return {
    log,
    readStore,
    happened,
    async happenedIn(stream: string, actor: Actor, ...events: readonly Event[]) {
      const { position } = await appendAs(actor, log, stream, ...events)
      await reached(position)
    },
    ask: (path: string, { as, headers = {}, signal }: Asking = {}) =>
      fetch(`${address}${path}`, {
        headers: { ...(as && { authorization: `Bearer ${as}.x.x` }), ...headers },
        ...(signal && { signal }),
      }),
    async body(path: string, as?: string) {
      const response = await this.ask(path, as ? { as } : {})
      return response.json()
    },
    async people() {
      const person = (accountId: string, name: string) =>
        AccountRegistered({ accountId, name, email: `${accountId}@x.test`, emailKey: accountId })
      await happened(person('ada', 'Ada Byron'), person('bob', 'Bob Noyce'), person('root', 'Grace Hopper'))
      await happened(AdminGranted({ accountId: 'root' }))
    },
    listed: (productId: string, details: Partial<ProductDetails> = {}, available = 5) =>
      happened(
        ProductListed({ productId, details: { ...shirt, ...details } }),
        StockCounted({ productId, ...SHARED, available }),
      ),
    async close() {
      server.close()
      server.closeAllConnections()
      stop.abort()
      await running.done
      await Promise.all([log.close(), readStore.close()])
    },
  }
}

const shirt: ProductDetails = {
  ...sampleProduct,
  name: 'Oxford Shirt',
  description: 'Plain.',
  priceCents: 4900,
  sku: '',
  brand: 'Fenn',
  gender: 'Men',
  sizes: ['M', 'L'],
  colors: ['Blue', 'White'],
  images: [{ url: '/pictures/shirt-1200.webp', altText: '' }],
}
