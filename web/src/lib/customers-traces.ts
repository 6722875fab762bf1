import { lasting, ofTab } from './storage.ts'

/** Where this browser keeps what its customer has searched for. */
export const SEARCHES_KEY = 'lastSearches'
/** Where this tab keeps what its customer has typed at checkout. */
export const TYPED_KEY = 'checkout'

/** The next person at this browser is shown nothing of it (decisions C7). Every page has this, so it is apart from what reads them. */
export function forgetTraces() {
  lasting.removeItem(SEARCHES_KEY)
  ofTab.removeItem(TYPED_KEY)
}
