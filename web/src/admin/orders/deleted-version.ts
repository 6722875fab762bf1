import type { HistoryEntry } from '@shop/language/order/api'

/** A deletion, and the events that can follow it and make a new version of the order. */
const VERSIONS = [
  'Order deleted',
  'Order refund requested',
  'Order refund refused',
  'Order refund failed',
  'Refund noted',
]

/** The current version of a deleted order. Undefined if the order is not deleted. */
export function deletedVersion(history: readonly Pick<HistoryEntry, 'what' | 'version'>[]): number | undefined {
  const newest = history.findLast(({ what }) => what === 'Order deleted' || what === 'Order restored')
  if (newest?.what !== 'Order deleted') return undefined
  return history.findLast(({ what }) => VERSIONS.includes(what))?.version
}
