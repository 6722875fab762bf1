import type { ShopEvent } from '@shop/language/all-events'
import { type CaseKind, isCollecting } from '@shop/language/case/kinds'
import type { Recorded } from '@shop/language/events/event'
import type { StockEvent } from '@shop/language/stock/events'
import { sumOf } from '@shop/language/values/sum-of'
import { expect } from 'vitest'
import { stockDecider } from '../stock/stock-decider.ts'
import type { Stock } from '../stock/stock-state.ts'
import type { World } from './create-world.ts'

export function watchStock(world: World): ReadonlyMap<string, Stock> {
  const stocks = new Map<string, Stock>()
  world.watch((event) => {
    if (!event.stream.startsWith('stock-')) return
    const { productId } = event.data as { productId: string }
    const stock = stockDecider.evolve(
      stocks.get(productId) ?? stockDecider.initialState,
      event as unknown as StockEvent,
    )
    stocks.set(productId, stock)
    if (stock.lines.some(({ onHand, reserved }) => reserved < 0 || onHand < reserved))
      throw new Error(`${event.type} makes the stock negative`)
  })
  return stocks
}

/** A case of this kind is about a payment that became an order, so it does not count as the payment's end. */
const OF_ORDERS: CaseKind = 'order-deleted'

/**
 * Call this after everything is settled. Asserts that pieces and payments balance, and that exactly the captures in `openCases` have open
 * cases.
 */
export function expectBalancedBooks(
  world: World,
  stocks: ReadonlyMap<string, Stock>,
  listed: Record<string, number>,
  openCases: readonly string[] = [],
) {
  const all = world.events as unknown as Recorded<ShopEvent>[]
  const of = <Type extends ShopEvent['type']>(type: Type) =>
    all.flatMap((event) => (event.type === type ? [event.data as Extract<ShopEvent, { type: Type }>['data']] : []))

  const orders = of('OrderPlaced')
  expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(orders.length)
  const purchaseOf = new Map(of('PurchaseJoined').map(({ checkoutId, purchaseId }) => [checkoutId, purchaseId]))
  const purchases = orders.map(({ orderId }) => purchaseOf.get(orderId) ?? orderId)
  expect(new Set(purchases).size, 'checkouts of one cart become one order').toBe(purchases.length)
  const refunded = of('PaymentRefunded').map(({ captureId }) => captureId)
  const settled = of('CaseClosed').flatMap(({ caseId, outcome }) => (outcome === 'closed' ? [] : [caseId]))
  const stillCases = of('CaseOpened').flatMap(({ caseId, captureId, kind }) =>
    settled.includes(caseId) || isCollecting(kind as CaseKind) || kind === OF_ORDERS ? [] : [captureId],
  )
  expect(stillCases).toEqual(openCases)
  for (const { captureId, captureStatus, refundId } of world.bank.orders.values()) {
    if (!captureId) continue
    if (captureStatus === 'DECLINED') {
      expect([...orders.map((order) => order.captureId), ...refunded]).not.toContain(captureId)
      continue
    }
    const all = [...orders.map((order) => order.captureId), ...refunded, ...stillCases]
    const ends = all.filter((end) => end === captureId)
    expect(ends, `${captureId} ends as one order, one refund or one case`).toEqual([captureId])
    expect(refundId !== undefined).toBe(refunded.includes(captureId))
  }
  expect(
    orders.every(({ captureId }) => [...world.bank.orders.values()].some((order) => order.captureId === captureId)),
  ).toBe(true)

  const cancelled = of('OrderStatusChanged').flatMap(({ orderId, to }) => (to === 'Cancelled' ? [orderId] : []))
  const seenTo = [...of('RefundCaseOpened'), ...of('OrderRefundRequested')].map(({ orderId }) => orderId)
  expect(cancelled.filter((orderId) => !seenTo.includes(orderId))).toEqual([])
  const productOf = (orderId: string, line: number) =>
    orders.find((order) => order.orderId === orderId)?.items[line]?.productId
  const out = [
    ...orders.flatMap(({ items }) => items),
    ...of('PiecesReclaimed').flatMap(({ pieces }) => pieces),
    ...of('PiecesGivenUp').flatMap(({ pieces }) => pieces.map((one) => ({ ...one, quantity: -one.toStock }))),
    ...of('ReturnReceived').flatMap(({ orderId, pieces }) =>
      pieces.map(({ line, restocked }) => ({ productId: productOf(orderId, line), quantity: -restocked })),
    ),
  ]
  for (const [productId, count] of Object.entries(listed)) {
    const pieces = sumOf(out.filter((one) => one.productId === productId).map(({ quantity }) => quantity))
    expect(stocks.get(productId)?.lines.reduce((sum, { onHand }) => sum + onHand, 0)).toBe(count - pieces)
    expect([...(stocks.get(productId)?.reserved.keys() ?? [])], 'nothing stays reserved').toEqual([])
  }
}
