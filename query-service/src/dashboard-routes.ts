import Router from '@koa/router'
import type { Dashboard } from '@shop/language/api/dashboard'
import { toDecimal } from '@shop/language/api/money'
import { type DashboardDocument, dashboard, TOTALS } from '@shop/language/read-models/dashboard'
import { orders } from '@shop/language/read-models/orders'
import { adminOf } from '@shop/server/http/authenticate'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Catalogue } from './catalogue/catalogue.ts'
import type { CatalogueIndex } from './catalogue/catalogue-index.ts'
import type { Entry } from './catalogue/entry.ts'
import { search } from './catalogue/search.ts'
import { FEW_LEFT } from './few-left.ts'
import { adminViewsOf } from './order-routes.ts'

const RECENT_ORDERS = 10
const BEST_SELLERS = 5
const RUNNING_OUT = 10
const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

export function dashboardRoutes(readStore: ReadStore, catalogue: Catalogue, now: () => Date): Router {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/admin/dashboard', async (ctx) => {
    adminOf(ctx)
    const index = await catalogue.current()
    const days = lastDays(now())
    const books = await readStore.getMany(dashboard, [TOTALS, ...days])
    const totals = books.get(TOTALS) ?? NOTHING
    const recent = await readStore.find(orders, {
      sortBy: { field: 'placedAt', descending: true },
      limit: RECENT_ORDERS,
    })
    ctx.body = {
      revenue: toDecimal(totals.revenueCents),
      netRevenue: toDecimal(totals.netRevenueCents),
      totalOrders: totals.orders,
      totalProducts: index.all.size,
      days: days.map((day) => dayView(day, books.get(day) ?? NOTHING)),
      recentOrders: await adminViewsOf(readStore, recent.documents),
      bestSellers: bestSellersOf(index),
      stockRunningOut: runningOutOf(index),
    } satisfies Dashboard
  })

  return router
}

type Sums = Omit<DashboardDocument, '_id'>
const NOTHING: Sums = { revenueCents: 0, netRevenueCents: 0, orders: 0 }

const lastDays = (today: Date) =>
  Array.from({ length: DAYS }, (_, n) => new Date(today.getTime() - (DAYS - 1 - n) * DAY_MS).toISOString().slice(0, 10))

const dayView = (day: string, sums: Sums) => ({ day, revenue: toDecimal(sums.revenueCents), orders: sums.orders })

const bestSellersOf = (index: CatalogueIndex) =>
  search(index, {}, { order: 'sold', descending: true }, BEST_SELLERS)
    .entries.filter(({ product }) => product.sold > 0)
    .map((entry) => ({ ...briefly(entry), sold: entry.product.sold }))

const runningOutOf = (index: CatalogueIndex) =>
  search(index, {}, { order: 'stock', descending: false }, RUNNING_OUT)
    .entries.filter(({ available }) => available <= FEW_LEFT)
    .map((entry) => ({ ...briefly(entry), countInStock: entry.available }))

const briefly = ({ product }: Entry) => ({
  _id: product._id,
  name: product.name,
  image: product.images[0]?.url ?? '',
})
