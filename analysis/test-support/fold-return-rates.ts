import { byText, inOrder, rounded, soldOrders } from './fold-orders.ts'
import { inWords, walk } from './fold-returns.ts'
import type { Fold, PastEvent } from './past.ts'

/** The orders that are delivered and sold, with the number of the event that said so. */
function deliveredOrders(past: readonly PastEvent[]) {
  const statuses = new Map<string, { to: string; event: number }>()
  past.forEach(({ type, data }, index) => {
    if (type === 'OrderStatusChanged') statuses.set(data.orderId, { to: data.to, event: index + 1 })
  })
  return soldOrders(past).flatMap(({ data, events }) => {
    const status = statuses.get(data.orderId)
    return status?.to === 'Delivered' ? [{ data, events: [...events, status.event] }] : []
  })
}

export const returnRate: Fold = (past) => {
  const back = new Map<string, { pieces: number; events: number[] }>()
  past.forEach(({ type, data }, index) => {
    if (type !== 'ReturnReceived') return
    for (const { line, quantity } of data.pieces) {
      const key = `${data.orderId}/${line}`
      const { pieces, events } = back.get(key) ?? { pieces: 0, events: [] }
      back.set(key, { pieces: pieces + quantity, events: [...events, index + 1] })
    }
  })
  const products = new Map<
    string,
    { product: string; came: number; sent: number; returns: number[]; sales: number[] }
  >()
  for (const { data, events } of deliveredOrders(past)) {
    for (const [line, { productId, name, quantity }] of data.items.entries()) {
      const { came = 0, sent = 0, returns = [], sales = [] } = products.get(productId) ?? {}
      const { pieces, events: received } = back.get(`${data.orderId}/${line}`) ?? { pieces: 0, events: [] }
      const all = { returns: [...returns, ...received], sales: [...sales, ...events] }
      products.set(productId, { product: name, came: came + pieces, sent: sent + quantity, ...all })
    }
  }
  return [...products]
    .map(([productId, { product, came, sent, returns, sales }]) => {
      const percentReturned = rounded((100 * came) / sent, 1)
      const counted = { percentReturned, piecesReturned: came, piecesDelivered: sent }
      const row = { product, ...counted, productId, evidence: [...inOrder(returns), ...inOrder(sales)] }
      return { productId, row }
    })
    .toSorted(
      ({ row: a, productId: one }, { row: b, productId: other }) =>
        b.percentReturned - a.percentReturned ||
        b.piecesReturned - a.piecesReturned ||
        byText(a.product, b.product) ||
        byText(one, other),
    )
    .map(({ row }) => row)
}

/** Follows the returns of each delivered line, and divides them by all delivered pieces of the product. */
export const returnRateReasons: Fold = (past) => {
  const { entries } = walk(past)
  const products = new Map<string, { name: string; sent: number; back: Map<string | null, number> }>()
  for (const { data } of deliveredOrders(past))
    for (const [line, { productId, name, quantity }] of data.items.entries()) {
      const { sent = 0, back = new Map<string | null, number>() } = products.get(productId) ?? {}
      for (const one of entries)
        if (one.at === 1 && one.orderId === data.orderId && one.line === line)
          back.set(one.reason, (back.get(one.reason) ?? 0) + one.quantity)
      products.set(productId, { name, sent: sent + quantity, back })
    }
  return [...products]
    .flatMap(([productId, { name, sent, back }]) =>
      [...back].map(([reason, pieces]) => ({
        productId,
        row: {
          product: name,
          reason: inWords(reason),
          percentReturned: rounded((100 * pieces) / sent, 1),
          piecesReturned: pieces,
          piecesDelivered: sent,
          productId,
        },
      })),
    )
    .toSorted(
      ({ row: a, productId: one }, { row: b, productId: other }) =>
        b.percentReturned - a.percentReturned ||
        b.piecesReturned - a.piecesReturned ||
        byText(a.product, b.product) ||
        byText(a.reason, b.reason) ||
        byText(one, other),
    )
    .map(({ row }) => row)
}
