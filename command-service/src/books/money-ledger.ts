import type { Recorded } from '@shop/language/events/event'
import { type Capture, openMoneyTable } from './money-table.ts'

type Taken = Readonly<{ checkoutId: string; captureId: string; amountCents: number }>

/** Maps the state of a capture to the sum that contains its cents. */
const SUM_OF = {
  paid: 'onItsWay',
  'to refund': 'onItsWay',
  'refund pending': 'onItsWay',
  case: 'inCases',
  order: 'ended',
  refunded: 'ended',
} as const

/** `orders` is a count; the other sums are in cents. */
export function createLedger() {
  const table = openMoneyTable()
  const sums = {
    orders: 0,
    captured: 0,
    refunded: 0,
    ordered: 0,
    refundedOfOrders: 0,
    inCases: 0,
    onItsWay: 0,
    ended: 0,
  }

  return {
    table,
    sums,
    begin({ metadata, position }: Recorded, taken: Taken, state: 'paid' | 'to refund') {
      const { checkoutId, captureId, amountCents: cents } = taken
      table.put({ captureId, checkoutId, cents, state, position, at: metadata.recordedAt })
      sums.captured += cents
      sums.onItsWay += cents
    },
    /** Returns a finding if the capture is in none of the states `from`. */
    move(captureId: string, from: readonly Capture['state'][], to: Capture['state']): Capture | string {
      const known = table.of(captureId)
      if (!known || !from.includes(known.state)) {
        const [name, is] = known ? [nameOf(known), WORDS[known.state]] : [captureId, 'not taken']
        return `${name} is ${is}, so it cannot change to “${WORDS[to]}”`
      }
      table.put({ ...known, state: to })
      sums[SUM_OF[known.state]] -= known.cents
      sums[SUM_OF[to]] += known.cents
      return known
    },
  }
}
export type Ledger = ReturnType<typeof createLedger>

export const nameOf = ({ captureId, checkoutId, position }: Capture) =>
  `${captureId} (taken for ${checkoutId} at position ${placeOf(position)})`

const WORDS = {
  paid: 'paid',
  'to refund': 'to be refunded',
  'refund pending': 'being refunded',
  case: 'a case',
  order: 'an order',
  refunded: 'refunded',
} as const

/** A log file's positions are padded with zeros. */
export const placeOf = (position: string) => position.replace(/^0+(?=\d)/, '')

export const dollars = (cents: number) => (cents / 100).toFixed(2)
