import { byText, type Numbered, numbered, observedIn, ordersIn, rounded, weekOf } from './fold-orders.ts'
import type { Fold, PastEvent } from './past.ts'

const HOUR_MS = 3_600_000
type Pieces = readonly Readonly<{ line: number; quantity: number }>[]
type Order = {
  placed: Numbered
  /** The event since which the order is on its way. */
  parcel: Numbered | undefined
  isCancelled: boolean
  isDeleted: boolean
  /** The cents of each refund that is neither refused nor failed. */
  refunds: Map<string, number>
}

function follow(order: Order, one: Numbered) {
  const { type, data } = one
  const { refunds } = order
  const id: string = data.refundId ?? data.providerRefundId
  switch (type) {
    case 'OrderStatusChanged':
      order.isCancelled = data.to === 'Cancelled'
      if (data.to === 'Processing') order.parcel = undefined
      else if (!order.isCancelled) order.parcel ??= one
      break
    case 'OrderDeleted':
      order.isDeleted = true
      break
    case 'OrderRestored':
      Object.assign(order, { isDeleted: false, isCancelled: data.status === 'Cancelled' })
      break
    case 'OrderRefundRequested':
    case 'OrderRefundPending':
    case 'OrderRefunded':
    case 'RefundNoted':
      refunds.set(id, data.amountCents)
      break
    case 'OrderRefundRefused':
    case 'OrderRefundFailed':
      refunds.delete(id)
  }
}

function isCalledOff({ placed, isCancelled, isDeleted, refunds }: Order, asked: ReadonlyMap<string, Pieces>) {
  if (isCancelled || isDeleted) return true
  const cents = [...refunds.values()].reduce((sum, one) => sum + one, 0)
  const pieces = [...refunds.keys()].flatMap((id) => asked.get(`${placed.data.orderId}/${id}`) ?? [])
  const items: readonly { quantity: number }[] = placed.data.items
  const isLineBack = ({ quantity }: { quantity: number }, at: number) =>
    pieces.filter(({ line }) => line === at).reduce((sum, one) => sum + one.quantity, 0) >= quantity
  return cents >= placed.data.totalCents || (items.length > 0 && items.every(isLineBack))
}

/** The pieces of each requested refund. A refused refund may be made after all. */
const askedPieces = (past: readonly PastEvent[]) =>
  new Map(
    past.flatMap(({ type, data }) =>
      type === 'OrderRefundRequested' ? [[`${data.orderId}/${data.refundId}`, data.pieces as Pieces]] : [],
    ),
  )

/** Orders that still wait to be shipped count as the slowest. */
export const timeToShip: Fold = (past) => {
  const all = new Map<string, Order>()
  for (const placed of ordersIn(past)) {
    const nothing = { parcel: undefined, isCancelled: false, isDeleted: false, refunds: new Map() }
    all.set(placed.data.orderId, { placed, ...nothing })
  }
  for (const one of numbered(past)) {
    const order = all.get(one.data.orderId)
    if (order) follow(order, one)
  }
  const asked = askedPieces(past)
  return [...Map.groupBy(all.values(), ({ placed }) => weekOf(placed.recordedAt))]
    .map(([week, orders]) => {
      const sent = orders.filter(({ parcel }) => parcel !== undefined)
      const waiting = orders.filter((order) => !order.parcel && !isCalledOff(order, asked))
      const hours = sent
        .map(({ placed, parcel }) => Date.parse(parcel!.recordedAt) - Date.parse(placed.recordedAt))
        .toSorted((a, b) => a - b)
        .map((tookMs) => rounded(tookMs / HOUR_MS, 1))
      const counted = sent.length + waiting.length
      return {
        week,
        orders: orders.length,
        shipped: sent.length,
        notYetShipped: waiting.length,
        calledOff: orders.length - counted,
        halfWithinHours: hours[Math.ceil(counted / 2) - 1] ?? null,
        nineTenthsWithinHours: hours[Math.ceil((9 * counted) / 10) - 1] ?? null,
        ...observedIn(past, 'week', week),
      }
    })
    .toSorted((a, b) => byText(a.week, b.week))
}
