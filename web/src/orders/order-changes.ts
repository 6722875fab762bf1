import type { Order } from '@shop/language/order/api'
import { formatMoney } from '../lib/money.ts'
import { addressLines } from './address-lines.tsx'
import { piecesInWords } from './money-words.ts'

/** Null means that the fact has no value. */
export type OrderChange = Readonly<{ name: string; before: string | null; after: string | null }>

/** The differences between two versions, in the facts that people decide on. */
export function orderChanges(shown: Order, now: Order): readonly OrderChange[] {
  return facts
    .map(([name, read]) => ({ name, before: read(shown), after: read(now) }))
    .filter(({ before, after }) => before !== after)
}

export const changeInWords = ({ name, before, after }: OrderChange) =>
  `${name}: ${after ?? 'none'}${before === null ? '' : `, was ${before}`}`

const facts: readonly (readonly [name: string, read: (order: Order) => string | null])[] = [
  ['Status', ({ status }) => status],
  ['Tracking number', ({ trackingNumber }) => trackingNumber || null],
  ['Address', ({ shippingAddress }) => addressLines(shippingAddress).join(', ') || null],
  ['Refunded', ({ refundedTotal }) => money(refundedTotal)],
  ['Refund on its way', ({ refunds }) => money(sum(refunds.filter(isOnItsWay).map(({ amount }) => amount)))],
  ['Refused refunds', ({ refunds }) => money(sum(refunds.filter(isRefused).map(({ amount }) => amount)))],
  ['Refund', ({ refundDue }) => (refundDue ? 'due' : null)],
  ['Returns awaited', ({ returns }) => pieces(returns.filter(({ receivedAt }) => !receivedAt))],
  ['Returns received', ({ returns }) => pieces(returns.filter(({ receivedAt }) => receivedAt))],
]

const isOnItsWay = ({ state }: Order['refunds'][number]) => state === 'requested' || state === 'pending'
const isRefused = ({ state }: Order['refunds'][number]) => state === 'refused'
const money = (amount: number) => (amount > 0 ? formatMoney(amount) : null)
const pieces = (returns: Order['returns']) =>
  returns.length > 0 ? piecesInWords(returns.flatMap(({ lines }) => lines)) : null
/** In dollars, rounded to the cent. */
const sum = (amounts: readonly number[]) => amounts.reduce((cents, one) => cents + Math.round(one * 100), 0) / 100
