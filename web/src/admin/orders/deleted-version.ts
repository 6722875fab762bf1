import type { HistoryEntry } from '@shop/language/order/api'
import { makesVersion } from '@shop/language/order/version'

const makers: ReadonlyMap<string, boolean> = new Map(Object.entries(makesVersion))

/** The current version of a deleted order. Undefined if the order is not deleted. */
export function deletedVersion(history: readonly Pick<HistoryEntry, 'what' | 'version'>[]): number | undefined {
  const newest = history.findLast(({ what }) => what === 'Order deleted' || what === 'Order restored')
  if (newest?.what !== 'Order deleted') return undefined
  return history.findLast(({ what }) => makers.get(typeOf(what)))?.version
}

/** The type of the event that a history calls `what`, such as OrderRefundRequested for "Order refund requested". */
const typeOf = (what: string) => what.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())
