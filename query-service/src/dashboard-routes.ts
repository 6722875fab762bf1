import Router from '@koa/router'
import type { Dashboard } from '@shop/language/api/dashboard'
import { LOW_STOCK } from '@shop/language/api/limits'
import { toDecimal } from '@shop/language/api/money'
import { type DashboardDocument, dashboard, TOTALS } from '@shop/language/read-models/dashboard'
import { orders } from '@shop/language/read-models/orders'
import { leftOf } from '@shop/language/stock/pieces-left'
import { leftIn, ownLines } from '@shop/language/stock/stock-lines'
import { adminOf } from '@shop/server/http/authenticate'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Catalogue, Listing } from './catalogue/catalogue.ts'
import { popularity } from './catalogue/recommended.ts'
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
      totalProducts: await catalogue.size(),
      days: days.map((day) => dayView(day, books.get(day) ?? NOTHING)),
      recentOrders: await adminViewsOf(readStore, recent.documents),
      bestSellers: await bestSellersOf(catalogue),
      stockRunningOut: await runningOutOf(catalogue),
    } satisfies Dashboard
  })

  return router
}

type Sums = Omit<DashboardDocument, '_id'>
const NOTHING: Sums = { revenueCents: 0, netRevenueCents: 0, orders: 0 }

const lastDays = (today: Date) =>
  Array.from({ length: DAYS }, (_, n) => new Date(today.getTime() - (DAYS - 1 - n) * DAY_MS).toISOString().slice(0, 10))

const dayView = (day: string, sums: Sums) => ({ day, revenue: toDecimal(sums.revenueCents), orders: sums.orders })

async function bestSellersOf(catalogue: Catalogue) {
  const { listings } = await catalogue.list({}, popularity, BEST_SELLERS)
  return listings
    .filter(({ product }) => product.sold > 0)
    .map((listing) => ({ ...briefly(listing), sold: listing.product.sold }))
}

async function runningOutOf(catalogue: Catalogue) {
  const fewestFirst = { by: 'fewest', descending: false } as const
  const { listings } = await catalogue.list({ fewest: [0, LOW_STOCK] }, fewestFirst, RUNNING_OUT)
  return listings.map((listing) => ({
    ...briefly(listing),
    countInStock: listing.available,
    runningOut: runningOutIn(listing),
  }))
}

/** The sizes and colours of which few or none are left, with how many. */
function runningOutIn({ product, lines }: Listing) {
  const left = leftIn(lines)
  return ownLines(lines, product)
    .map(({ size, color }) => ({ size, color, left: leftOf(left, { size, color }) }))
    .filter((line) => line.left <= LOW_STOCK)
}

const briefly = ({ product }: Listing) => ({
  _id: product._id,
  name: product.name,
  image: product.images[0]?.url ?? '',
})
