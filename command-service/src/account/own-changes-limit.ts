import { networkOf } from '@shop/server/limits/address-keys'
import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'

const OF_ACCOUNT = { name: 'changes of own name and address', points: 20, seconds: 24 * 60 * 60 }
const OF_ADDRESS = { name: 'links of an account that confirm an address', points: 3, seconds: 60 * 60 }
const OF_NETWORK = { name: 'links of a network that confirm an address', points: 6, seconds: 60 * 60 }

type Asked = Readonly<{ address: string; accountId: string; emailKey: string }>

/**
 * An account may change its name or request another address twenty times a day. Each change appends an event to the account's stream, which
 * must stay short, because the shop always reads all its events. For one address, an account gets three mailed links an hour and a network
 * gets six. So strangers with many accounts can neither stop an owner from using an address nor fill the owner's mailbox (decisions K3:
 * limits per client). Both limits throw RATE_LIMITED.
 */
export function createOwnChangesLimit(counters: Counters) {
  const ofAccount = createLimit(counters, OF_ACCOUNT, 'You have done this too often today. Try again tomorrow')
  const ofAddress = createLimit(counters, OF_ADDRESS, 'Three links were requested already. Try again in an hour')
  const ofNetwork = createLimit(counters, OF_NETWORK, 'Too many links were requested from here. Try again in an hour')
  return {
    ofAccount: ofAccount.take,
    async ofAddress({ address, accountId, emailKey }: Asked) {
      await ofAddress.take(`${accountId} ${emailKey}`)
      await ofNetwork.take(`${networkOf(address)} ${emailKey}`)
    },
  }
}
