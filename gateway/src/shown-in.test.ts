import { accountEvents, EmailChanged, EmailConfirmed, PasswordChanged } from '@shop/language/account/events'
import { forgottenEvents } from '@shop/language/account/forgotten-events'
import { roleEvents } from '@shop/language/account/role-events'
import { sessionEvents } from '@shop/language/account/session-events'
import { addressEvents } from '@shop/language/address/events'
import { exportEvents } from '@shop/language/analysis/export-events'
import { cartEvents } from '@shop/language/cart/events'
import { caseEvents } from '@shop/language/case/events'
import { checkoutEvents } from '@shop/language/checkout/events'
import { signalEvents } from '@shop/language/checkout/signal-events'
import { contactEvents } from '@shop/language/correspondence/contact-events'
import { discountEvents } from '@shop/language/correspondence/discount-events'
import { correspondentEvents } from '@shop/language/correspondence/events'
import { newsletterEvents } from '@shop/language/correspondence/newsletter-events'
import { noteEvents } from '@shop/language/customer/note-events'
import { claimEvents } from '@shop/language/events/claim-events'
import { orderEvents } from '@shop/language/order/events'
import { productEvents } from '@shop/language/product/events'
import { boardEvents } from '@shop/language/question/board-events'
import { questionEvents, RuleKept } from '@shop/language/question/events'
import { questionMailEvents } from '@shop/language/question/mail-events'
import { StockAdjusted, StockCounted, StockReceived, stockEvents } from '@shop/language/stock/events'
import { projections, waitedFor } from '@shop/projections/all'
import { createInMemoryCatalog } from '@shop/query-service/catalog/in-memory/in-memory-catalog'
import { createQueryService } from '@shop/query-service/create-query-service'
import { createUnlimitedCounters } from '@shop/stores/counters/unlimited-counters'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import type { Checkpoint } from '@shop/stores/read-store/checkpoint'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { missingOf } from '@shop/stores/read-store/standings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiRow } from './api-row.ts'
import { apiTable } from './api-table.ts'
import { startForTests } from './test-support/start-for-tests.ts'

/** The erasure of an account also erases messages that came from its address. */
const ofAnAccount = [...accountEvents, ...roleEvents, ...claimEvents, ...sessionEvents, ...correspondentEvents]

/** TABLE: the events that may happen before a command is answered, by the first word of the path in its room. */
const mayHappenIn: Readonly<Record<string, readonly Readonly<{ type: string }>[]>> = {
  products: [...productEvents, StockCounted, StockAdjusted, StockReceived],
  cart: cartEvents,
  checkouts: [...checkoutEvents, ...cartEvents, ...stockEvents, ...orderEvents, ...discountEvents],
  // A checkout places its order, so OrderPlaced is not among the events of commands on orders.
  orders: [...orderEvents.filter(({ type }) => type !== 'OrderPlaced'), ...stockEvents, ...caseEvents, ...noteEvents],
  'own-orders': [...orderEvents.filter(({ type }) => type !== 'OrderPlaced'), ...stockEvents, ...caseEvents],
  users: [...noteEvents, ...ofAnAccount],
  me: [...addressEvents, ...ofAnAccount],
  email: [EmailChanged, EmailConfirmed, ...claimEvents],
  password: [PasswordChanged, EmailConfirmed, ...forgottenEvents],
  // A retry of a case may complete a purchase.
  cases: [...caseEvents, ...checkoutEvents, ...cartEvents, ...stockEvents, ...orderEvents, ...discountEvents],
  // The effects of a webhook happen after its answer.
  webhooks: signalEvents,
  questions: [...questionEvents, ...boardEvents, ...questionMailEvents],
  rules: [RuleKept],
  board: boardEvents,
  exports: exportEvents,
  uploads: [],
  contact: [...contactEvents, ...correspondentEvents],
  correspondents: correspondentEvents,
  newsletter: [...newsletterEvents, ...correspondentEvents],
}

/** TABLE: the read models that an answer shows, by the path without `/api`. */
const madeOf: Readonly<Record<string, readonly string[]>> = {
  '/products': ['products', 'stock'],
  '/products/facets': ['products', 'stock'],
  '/search/suggestions': ['products', 'stock'],
  '/products/best-seller': ['products', 'stock'],
  '/products/new-arrivals': ['products', 'stock'],
  '/products/similar/{id}': ['products', 'stock'],
  '/products/{id}': ['products', 'stock'],
  '/cart': ['carts', 'products', 'stock'],
  '/orders/my-orders': ['orders', 'pending-payments'],
  '/orders/{id}': ['orders', 'pending-payments'],
  '/users/me': ['users'],
  '/users/me/sessions': ['sessions'],
  '/users/me/addresses': ['addresses'],
  '/users/me/export': [
    'users',
    'orders',
    'pending-payments',
    'addresses',
    'carts',
    'products',
    'stock',
    'correspondence',
    'question-mails',
  ],
  '/admin/products': ['products', 'stock'],
  '/admin/products/{id}/stock': ['stock-marks', 'products', 'users'],
  '/admin/orders': ['orders', 'pending-payments'],
  '/admin/orders/count': ['dashboard'],
  '/admin/orders/{id}/neighbours': ['orders', 'pending-payments'],
  '/admin/cases': ['cases', 'orders', 'users'],
  '/admin/cases/{id}': ['cases', 'orders', 'users'],
  '/admin/holds': ['holds', 'users'],
  '/admin/deleted': ['deletions', 'products', 'users'],
  '/admin/users': ['users'],
  '/admin/users/{id}': ['users', 'orders', 'notes'],
  '/analysis/questions': ['questions'],
  '/analysis/questions/{name}': ['questions'],
  '/analysis/mailed-questions': ['question-mails'],
  '/analysis/board': ['boards', 'questions'],
  '/admin/dashboard': ['dashboard', 'orders', 'users', 'cases', 'products', 'stock'],
  // If a payment has no order yet, this read model shows that it exists.
  '/admin/orders/{id}/history': ['pending-payments'],
  // These answers show no read model: a history comes from the log, failures of read models from checkpoints, and listeners then ask again.
  '/admin/cases/{id}/history': [],
  '/admin/products/{id}/history': [],
  '/admin/read-models': [],
  '/admin/consistency': [],
  '/live': [],
  // This answer comes from a file of the code.
  '/analysis/catalogue': [],
}

const readModels = projections.map(({ into }) => into.name)
const familyOf = (readModel: string) => readModel.split('@')[0] ?? ''
const nounOf = ({ at }: ApiRow) => at.split('/')[1] ?? ''
const shortPathOf = ({ path }: ApiRow) => path.slice('/api'.length)
const [reads, writes] = [
  apiTable.filter(({ room }) => room === 'queries'),
  apiTable.filter(({ room, method }) => room === 'commands' && method !== 'GET'),
]

let halted: ReadonlyMap<string, Checkpoint>
let gateway: Awaited<ReturnType<typeof startForTests>>
let close: () => Promise<unknown>

beforeAll(async () => {
  const [log, readStore] = [openSqliteEventStore(':memory:'), openSqliteReadStore(':memory:')]
  gateway = await startForTests({
    commands: (ctx) => {
      ctx.set('X-Position', '1')
      ctx.body = {}
    },
    queries: createQueryService({
      log,
      readStore,
      catalog: createInMemoryCatalog(readStore),
      followed: {
        followed: [],
        checkpoints: () => halted,
        isDamaged: () => false,
        standings: () => ({}),
        reached: async () => ({ behind: false, halted: [] }),
        look: async () => {},
        onMove: () => () => {},
      },
      counters: createUnlimitedCounters(),
      verify: async (token) => ({ accountId: token.split('.')[0] ?? '', ver: 0 }),
      callerBy: async ({ accountId }) => ({ id: accountId, role: 'admin' }),
    }),
    reached: async (position, _, isAsked) =>
      missingOf(Object.fromEntries([...halted.keys()].map((name) => [name, { halted: true }])), position, isAsked),
  })
  close = async () => {
    await gateway.close()
    await Promise.all([log.close(), readStore.close()])
  }
})
afterAll(() => close())

/** The read models that mark the answer of a call as out of date when they halt. */
async function markedFor({ method, path }: ApiRow): Promise<readonly string[]> {
  const marked: string[] = []
  for (const name of readModels) {
    halted = new Map([[name, checkpoint]])
    const leaving = new AbortController()
    const { headers } = await gateway.ask(path.replace(/\{\w+\}/g, 'one'), {
      method,
      headers: { authorization: 'Bearer root.x.x' },
      signal: leaving.signal,
    })
    if (headers.get('x-consistency') === 'pending') marked.push(familyOf(name))
    leaving.abort()
  }
  return marked.toSorted()
}

const checkpoint: Checkpoint = {
  position: '1',
  halted: { event: { id: '1', type: 'Any', position: '2', stream: 'any-1' }, error: 'Any', at: '2026-01-01T00:00:00Z' },
}

describe('while a read model has halted', () => {
  test.each(reads)('$method $path is marked as out of date if it shows the read model', async (row) => {
    expect(await markedFor(row)).toEqual(madeOf[shortPathOf(row)]?.toSorted() ?? 'an entry in madeOf')
  })

  test.each(writes)('$method $path is marked as out of date if the read model shows its effect', async (row) => {
    const types = mayHappenIn[nounOf(row)]?.map(({ type }) => type) ?? ['an entry in mayHappenIn']
    const showing = projections.filter(
      ({ into, on }) => waitedFor.includes(into.name) && types.some((type) => type in on),
    )
    expect(await markedFor(row)).toEqual(showing.map(({ into }) => familyOf(into.name)).toSorted())
  })
})

test('every read model is shown in an answer', () => {
  expect(readModels.map(familyOf).toSorted()).toEqual([...new Set(Object.values(madeOf).flat())].toSorted())
})

test('every path in the tables exists', () => {
  expect(Object.keys(madeOf).toSorted()).toEqual(reads.map(shortPathOf).toSorted())
  expect(Object.keys(mayHappenIn).toSorted()).toEqual([...new Set(writes.map(nounOf))].toSorted())
})
