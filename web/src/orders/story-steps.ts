import type { Order } from '@shop/language/order/api'
import { formatMoney } from '../lib/money.ts'
import { isGivenBack } from './money-words.ts'
import { shortDate, shortDateTime } from './order-dates.ts'
import { reasonInWords } from './reason-words.ts'

export type StoryStep = { name: string; done: boolean; note?: string }

export function stepsOf(order: Order): StoryStep[] {
  const steps = [
    { name: 'Placed', done: true, note: shortDateTime(order.createdAt) },
    ...(order.status === 'Cancelled' ? cancelledSteps(order) : stepsToDelivery(order)),
  ]
  // Refunds come after the steps that have happened, and before the steps still to come.
  return steps.toSpliced(steps.findLastIndex(({ done }) => done) + 1, 0, ...refundsOf(order))
}

function stepsToDelivery(order: Order): StoryStep[] {
  const { isPaid, isDelivered, shippedAt, deliveredAt, estimatedDelivery, leftToShip } = order
  const reached = STATUS_ORDER.indexOf(order.status)
  const steps = [
    paymentOf(order),
    {
      name: 'Processing',
      done: isPaid || reached > 0,
      ...(reached === 0 && isPaid && leftToShip > 0 && { note: 'Being packed' }),
    },
    { name: 'Shipped', done: reached >= 1, ...noted(shippedAt) },
    {
      name: 'Delivered',
      done: isDelivered,
      ...(isDelivered ? noted(deliveredAt) : { note: `${shortDate(estimatedDelivery)}, estimated` }),
    },
  ]
  return isGivenBack(order) ? steps.filter(({ done }) => done) : steps
}

const cancelledSteps = (order: Order): StoryStep[] => [
  ...(order.isPaid ? [paymentOf(order)] : []),
  ...(order.shippedAt ? [{ name: 'Shipped', done: true, ...noted(order.shippedAt) }] : []),
  { name: 'Cancelled', done: true, ...noted(order.cancelledAt, reasonInWords(order.cancelReason)) },
]

function paymentOf({ isPaid, paidAt, paymentMethod, totalPrice }: Order): StoryStep {
  if (!isPaid) return { name: 'Payment Pending', done: false }
  const note = [paidAt && shortDateTime(paidAt), formatMoney(totalPrice)].filter(Boolean).join(' · ')
  return { name: `Paid with ${paymentMethod}`, done: true, note }
}

const refundsOf = ({ refunds }: Order): StoryStep[] =>
  refunds
    .filter(({ state }) => state === 'made')
    .map(({ amount, at }) => ({ name: 'Refunded', done: true, note: `${shortDateTime(at)} · ${formatMoney(amount)}` }))

function noted(at: string | undefined, more?: string) {
  const note = [at && shortDateTime(at), more].filter(Boolean).join(' · ')
  return note !== '' && { note }
}

const STATUS_ORDER: readonly Order['status'][] = ['Processing', 'Shipped', 'Delivered']
