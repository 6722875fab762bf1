import { byText, soldOrders } from './fold-orders.ts'
import type { Fold, PastEvent } from './past.ts'

const DAY_MS = 86_400_000
type Sale = Readonly<{ at: number; pieces: number }>
/** The time in which a product is for sale at one price, with its sales. `follows`: the time begins with a change of the price. */
type Stay = { event: number; cents: number; fromMs: number; toMs: number; follows: boolean; sales: Sale[] }

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

/** For each change of a price, compares the sales in the last `days` before and in the first `days` after the change. */
export const priceChanges: Fold = (past, { days = 0 } = {}) => {
  const products = new Map<string, Walked>()
  const sold = new Set(soldOrders(past).map(({ event }) => event))
  for (const [index, one] of past.entries()) walk(products, one, index + 1, sold.has(index + 1))
  const nowMs = Date.parse(past.at(-1)!.recordedAt)
  return [...products]
    .flatMap(([productId, of]) => rowsOf(of, days, nowMs).map((row) => ({ ...row, productId })))
    .toSorted((a, b) => b.event - a.event)
}

type Walked = { name: string; cents: number; isSold: boolean; stays: Stay[] }

/** `isSold`: whether the event places an order that counts. */
function walk(products: Map<string, Walked>, { type, data, recordedAt }: PastEvent, event: number, isSold: boolean) {
  const at = Date.parse(recordedAt)
  const begin = (of: Walked, follows: boolean) =>
    of.stays.push({ event, cents: of.cents, fromMs: at, toMs: Number.NaN, follows, sales: [] })
  const end = (of: Walked) => {
    of.stays.at(-1)!.toMs = at
  }
  const product = products.get(data.productId)
  if (type === 'ProductListed') {
    const of = { name: data.details.name, cents: data.details.priceCents, isSold: true, stays: [] }
    products.set(data.productId, of)
    begin(of, false)
  }
  if (type === 'ProductEdited' && product) {
    product.name = data.changes.name ?? product.name
    const cents = data.changes.priceCents ?? product.cents
    if (cents === product.cents) return
    product.cents = cents
    if (!product.isSold) return
    end(product)
    begin(product, true)
  }
  if (type === 'ProductDeleted' && product?.isSold) {
    product.isSold = false
    end(product)
  }
  if (type === 'ProductRestored' && product && !product.isSold) {
    product.isSold = true
    begin(product, false)
  }
  if (!isSold) return
  for (const { productId, quantity } of data.items) {
    const of = products.get(productId)
    if (of?.isSold) of.stays.at(-1)!.sales.push({ at, pieces: quantity })
  }
}

function rowsOf({ name, stays }: Walked, days: number, nowMs: number) {
  return stays.flatMap((after, index) => {
    const before = stays[index - 1]
    if (!before || !after.follows) return []
    const seen = (stay: Stay, fromMs: number, toMs: number) => {
      const sales = stay.sales.filter(({ at }) => at >= fromMs && at <= toMs)
      const length = (toMs - fromMs) / DAY_MS
      const pieces = sales.reduce((sum, sale) => sum + sale.pieces, 0)
      return {
        pieces,
        days: Math.floor(length * 1000) / 1000,
        perDay: length === 0 ? null : rounded(pieces / length, 2),
      }
    }
    const then = seen(before, Math.max(before.fromMs, before.toMs - days * DAY_MS), before.toMs)
    const endMs = Number.isNaN(after.toMs) ? nowMs : after.toMs
    const since = seen(after, after.fromMs, Math.min(endMs, after.fromMs + days * DAY_MS))
    return [
      {
        event: after.event,
        recordedAt: new Date(after.fromMs).toISOString(),
        product: name,
        wasCents: before.cents,
        priceCents: after.cents,
        daysBefore: then.days,
        piecesBefore: then.pieces,
        perDayBefore: then.perDay,
        daysAfter: since.days,
        piecesAfter: since.pieces,
        perDayAfter: since.perDay,
      },
    ]
  })
}

export const revenuePerPrice: Fold = (past) => {
  type Price = { productId: string; priceCents: number; pieces: number; cents: number }
  const names = new Map<string, string>()
  const prices = new Map<string, Price>()
  const priceOf = (productId: string, priceCents: number) => {
    const key = `${productId} ${priceCents}`
    const price = prices.get(key) ?? { productId, priceCents, pieces: 0, cents: 0 }
    prices.set(key, price)
    return price
  }
  for (const { type, data } of past) {
    if (type !== 'ProductListed' && type !== 'ProductEdited') continue
    const { name, priceCents } = data.details ?? data.changes
    if (name !== undefined) names.set(data.productId, name)
    if (priceCents !== undefined) priceOf(data.productId, priceCents)
  }
  for (const { data } of soldOrders(past))
    for (const { productId, priceCents, quantity, paidCents } of data.items) {
      const price = priceOf(productId, priceCents)
      price.pieces += quantity
      price.cents += paidCents
    }
  const earned = (of: string) =>
    [...prices.values()].reduce((sum, { productId, cents }) => sum + (productId === of ? cents : 0), 0)
  return [...prices.values()]
    .toSorted(
      (a, b) =>
        earned(b.productId) - earned(a.productId) ||
        byText(names.get(a.productId)!, names.get(b.productId)!) ||
        a.priceCents - b.priceCents,
    )
    .map(({ productId, priceCents, pieces, cents }) => ({
      productAndPrice: `${names.get(productId)} at $${(priceCents / 100).toFixed(2)}`,
      revenueCents: cents,
      pieces,
      priceCents,
      productId,
    }))
}
