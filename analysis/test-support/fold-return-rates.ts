import { byText, rounded, soldOrders } from './fold-orders.ts'
import { inWords, walk } from './fold-returns.ts'
import type { Fold, PastEvent } from './past.ts'

type Item = { productId: string; name: string; quantity: number; paidCents: number }
type Back = Readonly<{ reason: string | null; pieces: number; cents: number }>
type Product = { name: string; sent: number; paid: number; back: readonly Back[] }
type Row = Readonly<{
  product: string
  percentReturned: number
  piecesReturned: number
  productId: string
  reason?: string
}>

/** The lines of the orders that are delivered and sold. */
function deliveredLines(past: readonly PastEvent[]) {
  const statuses = new Map<string, string>()
  for (const { type, data } of past) if (type === 'OrderStatusChanged') statuses.set(data.orderId, data.to)
  return soldOrders(past)
    .filter(({ data }) => statuses.get(data.orderId) === 'Delivered')
    .flatMap(({ data }) =>
      data.items.map((item: Item, line: number) => ({ ...item, line, orderId: data.orderId as string })),
    ) as readonly (Item & { line: number; orderId: string })[]
}

/** Follows the returns and refunds of each delivered line. */
function deliveredProducts(past: readonly PastEvent[]) {
  const { entries } = walk(past)
  const products = new Map<string, Product>()
  for (const { orderId, line, productId, name, quantity, paidCents } of deliveredLines(past)) {
    const { sent, paid, back } = products.get(productId) ?? { sent: 0, paid: 0, back: [] }
    const own = entries
      .filter((one) => one.orderId === orderId && one.line === line && (one.at === 1 || one.isForReturn))
      .map(({ reason, at, quantity: pieces, cents = 0 }) => ({ reason, pieces: at === 1 ? pieces : 0, cents }))
    products.set(productId, { name, sent: sent + quantity, paid: paid + paidCents, back: [...back, ...own] })
  }
  return products
}

function ratesOf({ sent, paid }: Product, back: readonly Back[]) {
  const came = back.reduce((sum, { pieces }) => sum + pieces, 0)
  const cents = back.reduce((sum, one) => sum + one.cents, 0)
  return {
    percentReturned: rounded((100 * came) / sent, 1),
    piecesReturned: came,
    piecesDelivered: sent,
    percentRefunded: rounded((100 * cents) / paid, 1),
    refundedCents: cents,
    revenueCents: paid,
  }
}

const inListedOrder = (a: Row, b: Row) =>
  b.percentReturned - a.percentReturned ||
  b.piecesReturned - a.piecesReturned ||
  byText(a.product, b.product) ||
  byText(a.reason ?? '', b.reason ?? '') ||
  byText(a.productId, b.productId)

export const returnRate: Fold = (past) =>
  [...deliveredProducts(past)]
    .map(([productId, one]) => ({ product: one.name, ...ratesOf(one, one.back), productId }))
    .toSorted(inListedOrder)

export const returnRateReasons: Fold = (past) =>
  [...deliveredProducts(past)]
    .flatMap(([productId, one]) =>
      [...Map.groupBy(one.back, ({ reason }) => reason)].map(([reason, back]) => ({
        product: one.name,
        reason: inWords(reason),
        ...ratesOf(one, back),
        productId,
      })),
    )
    .toSorted(inListedOrder)
