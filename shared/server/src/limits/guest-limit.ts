import type { Counters } from '@shop/stores/counters/counters'
import { clientOf } from './address-keys.ts'
import { triedGuestIds, unknownGuestIds } from './budgets.ts'
import { createLimit } from './limit.ts'

/** Limits how many unknown bare guest ids (`isBare`) a client may try (decisions C1: guest ids). A repeated id counts once. */
export function createGuestLimit(counters: Counters) {
  const tried = counters.counter(triedGuestIds)
  const unknown = createLimit(counters, unknownGuestIds, 'Too many new carts from here. Try again in a few minutes')

  /** Throws RATE_LIMITED. */
  return async (address: string, guestId: string) => {
    const client = clientOf(address)
    const one = `${client} ${guestId}`
    if ((await tried.take(one)).taken > 1) return
    try {
      await unknown.take(client)
    } catch (refusal) {
      await tried.forget(one)
      throw refusal
    }
  }
}
