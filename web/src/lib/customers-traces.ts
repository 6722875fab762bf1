import { lasting, ofTab } from './storage.ts'

/** The customer's last searches, in this browser. */
export const SEARCHES_KEY = 'lastSearches'
/** The text typed at checkout, in this tab. */
export const TYPED_KEY = 'checkout'
/** A message to the shop that was sent without an answer, in this tab. */
export const MESSAGE_KEY = 'message'

/** The id of the customer to whom the traces in this tab belong. It is kept after an expired session. */
const CUSTOMER_KEY = 'customer'

export const wasSignedIn = () => ofTab.getItem(CUSTOMER_KEY) !== null

export function noteSignedIn(id: string) {
  if (wasSignedIn() && ofTab.getItem(CUSTOMER_KEY) !== id) forgetTraces()
  ofTab.setItem(CUSTOMER_KEY, id)
}

/** Deletes what this browser keeps about the customer, so that the next user does not see it (decisions C7). */
export function forgetTraces() {
  lasting.removeItem(SEARCHES_KEY)
  for (const key of [TYPED_KEY, MESSAGE_KEY, CUSTOMER_KEY]) ofTab.removeItem(key)
}
