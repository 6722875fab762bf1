import type { Order } from '@shop/language/api/orders'
import { formatMoney } from '../lib/money.ts'
import { shortDate, shortDateTime } from './order-dates.ts'

export type StoryStep = { name: string; done: boolean; note?: string }

/** Derived from the order alone: a step without a recorded time shows none. */
export function stepsOf(order: Order): StoryStep[] {
  const placed = { name: 'Placed', done: true, note: shortDateTime(order.createdAt) }
  const paid = order.isPaid
    ? {
        name: `Paid with ${order.paymentMethod}`,
        done: true,
        note: [order.paidAt && shortDateTime(order.paidAt), formatMoney(order.totalPrice)].filter(Boolean).join(' · '),
      }
    : { name: 'Payment Pending', done: false }
  if (order.status === 'Cancelled') return [placed, ...(order.isPaid ? [paid] : []), { name: 'Cancelled', done: true }]

  const reached = WAY.indexOf(order.status)
  return [
    placed,
    paid,
    {
      name: 'Processing',
      done: order.isPaid || reached > 0,
      ...(reached === 0 && order.isPaid && { note: 'Being packed' }),
    },
    { name: 'Shipped', done: reached >= 1 },
    order.isDelivered
      ? { name: 'Delivered', done: true }
      : { name: 'Delivered', done: false, note: `${shortDate(order.estimatedDelivery)}, estimated` },
  ]
}

const WAY: readonly Order['status'][] = ['Processing', 'Shipped', 'Delivered']
