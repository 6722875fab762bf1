import type { Order } from '@shop/language/order/api'

type Pieces = readonly Readonly<{ line: number; quantity: number }>[]
type Facts = Pick<Order, 'isPaid' | 'status' | 'orderItems' | 'refunds' | 'returns'>

/** What became of the pieces of an order's line, where it is not the same for all of them as for the order. */
export function pieceWords({ isPaid, status, orderItems, refunds, returns }: Facts, line: number): string {
  const { quantity, toShip, awaited } = orderItems[line]!
  const sumOf = (all: readonly Readonly<{ lines: Pieces }>[]) =>
    all.flatMap(({ lines }) => lines).reduce((sum, one) => (one.line === line ? sum + one.quantity : sum), 0)
  const counts = [
    ['to pack', isPaid && status === 'Processing' && toShip < quantity ? toShip : 0],
    ['refunded', sumOf(refunds.filter(({ state }) => state === 'made'))],
    ['being refunded', sumOf(refunds.filter(({ state }) => state === 'requested' || state === 'pending'))],
    ['awaited back', awaited],
    ['came back', sumOf(returns.map(({ received = [] }) => ({ lines: received })))],
  ] as const
  return counts.flatMap(([what, count]) => (count > 0 ? `${count} ${what}` : [])).join(' · ')
}
