import Router from '@koa/router'
import { users } from '@shop/language/account/document'
import { cases } from '@shop/language/case/document'
import type { Collection, Document } from '@shop/language/collection'
import { type Dashboard, DashboardQuery } from '@shop/language/dashboard/api'
import { dashboard, TOTALS } from '@shop/language/dashboard/document'
import { booksAsked, booksView, daysAsked } from '@shop/language/dashboard/view'
import { MOST_COUNTED } from '@shop/language/limits'
import type { OrderCount } from '@shop/language/order/api'
import { ofDueRefunds } from '@shop/language/order/books'
import { orders } from '@shop/language/order/document'
import { products } from '@shop/language/product/document'
import { stock } from '@shop/language/stock/document'
import { adminOf } from '@shop/server/http/authenticate'
import { parseQuery } from '@shop/server/http/parse'
import type { Query, ReadStore } from '@shop/stores/read-store/read-store'
import type { Answering } from '../answering.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { popularity } from '../catalog/recommended.ts'
import { adminViewsOf } from '../order-routes.ts'
import { briefly, runningOutOf } from './running-out.ts'

const RECENT_ORDERS = 10
const BEST_SELLERS = 5

export function dashboardRoutes(readStore: ReadStore, catalog: Catalog, now: () => Date): Answering {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/admin/dashboard', async (ctx) => {
    adminOf(ctx)
    const days = daysAsked(parseQuery(DashboardQuery, ctx), now())
    const books = await readStore.getMany(dashboard, booksAsked(days))
    const recent = await readStore.find(orders, {
      sortBy: { field: 'placedAt', descending: true },
      limit: RECENT_ORDERS,
    })
    ctx.body = {
      ...booksView(books, days),
      totalProducts: await catalog.size(),
      toDo: await toDoOf(readStore),
      recentOrders: await adminViewsOf(readStore, recent.documents),
      bestSellers: await bestSellersOf(catalog),
      stockRunningOut: await runningOutOf(catalog, now()),
    } satisfies Dashboard
  })

  return [router, [dashboard, orders, users, cases, products, stock]]
}

export function orderCountRoutes(readStore: ReadStore): Answering {
  const router = new Router({ strict: true, sensitive: true })
  router.get('/admin/orders/count', async (ctx) => {
    adminOf(ctx)
    ctx.body = { orders: (await readStore.get(dashboard, TOTALS))?.orders ?? 0 } satisfies OrderCount
  })
  return [router, [dashboard]]
}

async function toDoOf(readStore: ReadStore) {
  const count = <D extends Document>(collection: Collection<D>, anyOf: Query<D>['anyOf'] & {}) =>
    readStore.count(collection, { anyOf }, MOST_COUNTED)
  const [toShip, refundDue, returnAwaited, incompleteAddress, openCases] = await Promise.all([
    count(orders, { toShip: [true] }),
    count(orders, ofDueRefunds()),
    count(orders, { returnDue: [true] }),
    count(orders, { incompleteAddress: [true], toShip: [true] }),
    count(cases, { isOpen: [true] }),
  ])
  return { toShip, refundDue, returnAwaited, incompleteAddress, openCases }
}

async function bestSellersOf(catalog: Catalog) {
  const { listings } = await catalog.list({}, popularity, BEST_SELLERS)
  return listings
    .filter(({ product }) => product.sold > 0)
    .map((listing) => ({ ...briefly(listing), sold: listing.product.sold }))
}
