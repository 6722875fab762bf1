import { lasting, ofTab } from './storage.ts'

/** The customer's last searches, in this browser. */
export const SEARCHES_KEY = 'lastSearches'
/** The text typed at checkout, in this tab. */
export const TYPED_KEY = 'checkout'

/** The id of the customer whose session has expired, in this tab. */
const SIGNED_OUT_KEY = 'signedOut'

export const noteSignedOut = (id: string) => ofTab.setItem(SIGNED_OUT_KEY, id)

export const wasSignedOut = () => ofTab.getItem(SIGNED_OUT_KEY) !== null

export function noteSignedIn(id: string) {
  if (wasSignedOut() && ofTab.getItem(SIGNED_OUT_KEY) !== id) forgetTraces()
  ofTab.removeItem(SIGNED_OUT_KEY)
}

/** Deletes what this browser keeps about the customer, so that the next user does not see it (decisions C7). */
export function forgetTraces() {
  lasting.removeItem(SEARCHES_KEY)
  ofTab.removeItem(TYPED_KEY)
  ofTab.removeItem(SIGNED_OUT_KEY)
}
