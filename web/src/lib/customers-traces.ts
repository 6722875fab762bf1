import { lasting, ofTab } from './storage.ts'

/** Where this browser keeps what its customer has searched for. */
export const SEARCHES_KEY = 'lastSearches'
/** Where this tab keeps what its customer has typed at checkout. */
export const TYPED_KEY = 'checkout'

/** Where this tab keeps the id of a customer whose session has ended by itself. */
const SIGNED_OUT_KEY = 'signedOut'

/** What this customer has typed at checkout waits for the next sign-in, and is shown to the same customer alone. */
export const waitForCustomer = (id: string) => ofTab.setItem(SIGNED_OUT_KEY, id)

/** Whether somebody was signed out without asking for it. */
export const isWaitedFor = () => ofTab.getItem(SIGNED_OUT_KEY) !== null

/** At a sign-in: what waits for another customer is forgotten. */
export function receiveCustomer(id: string) {
  if (isWaitedFor() && ofTab.getItem(SIGNED_OUT_KEY) !== id) forgetTraces()
  ofTab.removeItem(SIGNED_OUT_KEY)
}

/** The next person at this browser is shown nothing of it (decisions C7). Every page has this, so it is apart from what reads them. */
export function forgetTraces() {
  lasting.removeItem(SEARCHES_KEY)
  ofTab.removeItem(TYPED_KEY)
  ofTab.removeItem(SIGNED_OUT_KEY)
}
