import type { CreateProductBody } from '@shop/language/product/api'
import type { StockEvent } from '@shop/language/stock/events'
import { type CountedLines, linesAfter, noPieces } from '@shop/language/stock/lines'
import { idFrom } from '@shop/language/values/id-from'
import { stockProjection } from '@shop/projections/read-models/stock-projection'
import type { Chance } from './chance.ts'
import type { createPageViews, PageViews } from './page-views.ts'
import type { PassingTime } from './passing-time.ts'
import type { Answer, PastRooms } from './past-rooms.ts'
import type { Person } from './people.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export type DemoProduct = {
  readonly id: string
  readonly sku: string
  readonly product: CreateProductBody
  appeal: number
}

export type Customer = {
  readonly person: Person
  id?: string
  token?: string
  /** The code from the newsletter's mail, until a checkout uses it. */
  discountCode?: string | undefined
}
export type Order = Readonly<{ id: string; customerId: string; total: number }>

export type AskAsOwner = (method: string, path: string, body?: unknown) => Promise<Answer>

export type PageViewsOfVisits = (products: readonly DemoProduct[]) => ReturnType<typeof createPageViews>

export type DemoShop = {
  readonly shop: PastRooms & PassingTime
  readonly chance: Chance
  readonly products: readonly DemoProduct[]
  readonly customers: Customer[]
  readonly toShip: Order[]
  readonly endMs: number
  readonly pageViews: () => PageViews
  readonly stockOf: (productId: string) => CountedLines
  readonly counts: { visits: number; orders: number; returns: number; declined: number; soldOut: number }
}

export function createDemoShop(
  shop: DemoShop['shop'],
  chance: Chance,
  endMs: number,
  pageViewsOf: PageViewsOfVisits,
): DemoShop {
  const products = shop.catalog.map((product) => {
    const sku = product.sku ?? product.name
    // The third power makes a few products popular, and most products unpopular.
    return { id: idFrom('catalogue', sku), sku, product, appeal: chance.between(0.05, 1) ** 3 + 0.02 }
  })
  const counts = { visits: 0, orders: 0, returns: 0, declined: 0, soldOut: 0 }
  const toShip: Order[] = []
  const stock = new Map<string, CountedLines>()
  shop.watch((event) => {
    const { type, data } = event
    if (type in stockProjection.on) {
      const { productId } = data as { productId: string }
      stock.set(productId, linesAfter(stock.get(productId) ?? noPieces, event as unknown as StockEvent))
    }
    if (type === 'PaymentRefused') counts.declined += 1
    if (type === 'ReturnRequested') counts.returns += 1
    if (type !== 'OrderPlaced') return
    counts.orders += 1
    const { orderId, customerId, totalCents } = data as { orderId: string; customerId: string; totalCents: number }
    toShip.push({ id: orderId, customerId, total: totalCents / 100 })
  })
  const stockOf = (productId: string) => stock.get(productId) ?? noPieces
  return { shop, chance, products, customers: [], toShip, endMs, pageViews: pageViewsOf(products), stockOf, counts }
}
