import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'

const OF_ACCOUNT = { name: 'changes of own name and address', points: 20, seconds: 24 * 60 * 60 }
const OF_ADDRESS = { name: 'links that confirm an address', points: 3, seconds: 60 * 60 }

/**
 * At most twenty times a day an account may change its name or ask for another address: each time is an event in a stream that is read
 * whole. For one address three links are mailed in an hour, whoever asks. Both throw RATE_LIMITED.
 */
export function createOwnChangesLimit(counters: Counters) {
  const ofAccount = createLimit(counters, OF_ACCOUNT, 'Too often for one day. Try again tomorrow')
  const ofAddress = createLimit(counters, OF_ADDRESS, 'Three links were asked for already. Try again in an hour')
  return { ofAccount: ofAccount.take, ofAddress: ofAddress.take }
}
