import type { ShopEvent } from '@shop/language/all-events'
import { dashboard, TOTALS } from '@shop/language/dashboard/document'
import type { Recorded } from '@shop/language/events/event'
import { NOTED, PAYMENT_REVERSED, reversedCents } from '@shop/language/order/books'
import { type OrderDocument, orders } from '@shop/language/order/document'
import { adminOrderView } from '@shop/language/order/view'
import { stock } from '@shop/language/stock/document'
import { sumOf } from '@shop/language/values/sum-of'
import type { World } from '../../../command-service/src/test-support/create-world.ts'
import { leftOf } from '../../../command-service/src/test-support/fake-refunds.ts'
import { hasUnbooked } from './left-over.ts'
import type { createReadSide } from './read-side.ts'
import { LISTED } from './shoppers.ts'
import type { Shelf } from './watch-shelf.ts'

type Scene = Readonly<{ world: World; readSide: ReturnType<typeof createReadSide>; shelf: Shelf }>

/** Returns the first problem that a buyer, the owner or a bookkeeper would find after the shop has done all its work. */
export async function badAnswer({ world, readSide, shelf }: Scene): Promise<string | undefined> {
  const shown = await readSide.documents(orders)
  const stocks = await readSide.documents(stock)
  const totals = (await readSide.documents(dashboard)).find(({ _id }) => _id === TOTALS)
  return (
    shown.map((order) => buyerAsks(world, order)).find(Boolean) ??
    deletedOrders(world) ??
    Object.keys(LISTED)
      .map((productId) => {
        const lines = stocks.find(({ _id }) => _id === productId)?.lines ?? []
        return ownerCounts(shelf, productId, sumOf(lines.map(({ onHand }) => onHand)), shown)
      })
      .find(Boolean) ??
    bookkeeperAdds(world, shown, totals?.netRevenueCents ?? 0)
  )
}

/** "I have paid: where are my pieces, or my money?" */
function buyerAsks(world: World, order: OrderDocument): string | undefined {
  const { status, refundable, refundDue, orderItems, refunds, returns } = adminOrderView(order, undefined)
  if (!refundable || refundDue) return undefined
  const waits = refunds.find(({ _id, code }) => code === PAYMENT_REVERSED && !isCaseOf(world, _id))
  if (waits && reversedCents(order) === 0)
    return `${order._id}: pieces came back, the shop has their $${waits.amount} again, and there is no case`
  const isCase = hasCase(world, order._id)
  if (status === 'Cancelled')
    return isCase || isDecided(world, order._id)
      ? undefined
      : `${order._id} is cancelled: the shop keeps $${refundable} without a case or an admin's decision`
  const back = refunds.filter(({ state, code }) => state === 'made' || code === NOTED)
  const piecesIn = (groups: readonly { lines: readonly { line: number; quantity: number }[] }[], at: number) =>
    sumOf(groups.flatMap(({ lines }) => lines.filter(({ line }) => line === at).map(({ quantity }) => quantity)))
  const missing = orderItems.findIndex(({ quantity, toShip, shipped }, at) => {
    const came = returns.map(({ received = [] }) => ({ lines: received }))
    const isMissing = toShip + shipped + piecesIn(came, at) + piecesIn(back, at) < quantity
    // While there is a case, pieces can be missing, but `toShip` must include all held pieces.
    return isMissing && (!isCase || toShip < (order.lines[at]?.held ?? 0))
  })
  return missing < 0 ? undefined : `${order._id} is ${status}: pieces of line ${missing} are neither sent nor refunded`
}

/** Whether an admin has decided about the money since the last cancellation. */
function isDecided({ events }: World, orderId: string): boolean {
  const own = (events as unknown as Recorded<ShopEvent>[]).filter(({ stream }) => stream === `order-${orderId}`)
  const end = own.findLastIndex(({ type }) => type === 'RefundCaseClosed' || type === 'OrderRefundRequested')
  return end > own.findLastIndex(({ type, data }) => type === 'OrderStatusChanged' && data.to === 'Cancelled')
}

/** Whether the order has a case that is open or was closed by an admin. */
function hasCase({ events }: World, orderId: string): boolean {
  const all = events as unknown as Recorded<ShopEvent>[]
  return all.some(({ type, data, stream }) => {
    if (type !== 'CaseOpened' || data.orderId !== orderId) return false
    const last = all.findLast((one) => one.stream === stream && (isEnd(one) || one.type === 'CaseReopened'))
    return last?.type !== 'CaseClosed' || last.data.outcome === 'closed'
  })
}
const isCaseOf = ({ events }: World, refundId: string) =>
  (events as unknown as Recorded<ShopEvent>[]).some(
    ({ type, data }) => type === 'CaseOpened' && data.refundId === refundId,
  )
const isEnd = ({ type }: ShopEvent) => type === 'CaseClosed'

/** "Whose money do I keep for a deleted order that was not delivered?" */
function deletedOrders(world: World): string | undefined {
  const all = world.events as unknown as Recorded<ShopEvent>[]
  for (const { type, data } of all) {
    if (type !== 'OrderPlaced') continue
    const { orderId, captureId } = data
    const last = all.findLast((one) => isDeletion(one) && (one.data as { orderId: string }).orderId === orderId)
    if (last?.type !== 'OrderDeleted' || (last.data.status !== 'Processing' && last.data.status !== 'Shipped')) continue
    const held = [...world.bank.orders.values()].find((one) => one.captureId === captureId)
    if (!held || leftOf(held) === 0) continue
    if (!hasCase(world, orderId))
      return `${orderId} is deleted: the shop keeps $${leftOf(held) / 100}, and there is no case`
  }
  return undefined
}
const isDeletion = ({ type }: ShopEvent) => type === 'OrderDeleted' || type === 'OrderRestored'

/** "Do I have as many pieces as the shop shows?" */
function ownerCounts(shelf: Shelf, productId: string, onHand: number, shown: readonly OrderDocument[]) {
  const held = sumOf(
    shown.flatMap(({ items, lines }) =>
      items.map((item, at) => (item.productId === productId ? (lines[at]?.held ?? 0) : 0)),
    ),
  )
  const byHand = shelf.of(productId)
  return byHand === onHand + held
    ? undefined
    : `${byHand} of ${productId} are on the shelf; the shop shows ${onHand} in stock and ${held} for orders`
}

/** "Do the shop's earnings equal the money that came in, minus the money that went out?" */
function bookkeeperAdds(world: World, shown: readonly OrderDocument[], netRevenueCents: number) {
  // If the books could not record a refund, the shop opens a case, and the sums differ.
  if (shown.some(({ captureId }) => hasUnbooked(world, captureId))) return undefined
  const kept = new Map([...world.bank.orders.values()].map((held) => [held.captureId, leftOf(held)]))
  const cents = sumOf(shown.filter(({ status }) => status !== 'Cancelled').map((one) => kept.get(one.captureId) ?? 0))
  return cents === netRevenueCents
    ? undefined
    : `The bank holds ${cents} cents of orders, and the dashboard shows ${netRevenueCents}`
}
