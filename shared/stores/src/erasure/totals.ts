import type { Recorded } from '@shop/language/events/event'

/** An erasure must change only `events`. `revenueCents`: the sum over all orders that are not deleted. */
export type Totals = Readonly<{ events: number; orders: number; revenueCents: number }>

const ORDERS: Readonly<Record<string, number>> = { OrderPlaced: 1, OrderRestored: 1, OrderDeleted: -1 }

/** Needs no key, because it opens no sealed field. */
export async function totalsOf(stored: AsyncIterable<readonly Recorded[]>): Promise<Totals> {
  let [events, orders, revenueCents] = [0, 0, 0]
  for await (const batch of stored)
    for (const { type, data } of batch) {
      const sign = ORDERS[type] ?? 0
      events += 1
      orders += sign
      if (sign !== 0) revenueCents += sign * (data as { totalCents: number }).totalCents
    }
  return { events, orders, revenueCents }
}
