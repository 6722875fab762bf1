import { lasting, ofTab } from './storage.ts'

/** The customer's last searches, in this browser. */
export const SEARCHES_KEY = 'lastSearches'
/** The text typed at checkout, in this tab. */
export const TYPED_KEY = 'checkout'

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
  ofTab.removeItem(TYPED_KEY)
  ofTab.removeItem(CUSTOMER_KEY)
}
