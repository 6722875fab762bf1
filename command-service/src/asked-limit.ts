import { clientOf } from '@shop/server/limits/address-keys'
import { createLimit } from '@shop/server/limits/limit'
import { createNetworkLimit } from '@shop/server/limits/network-limit'
import type { Counters } from '@shop/stores/counters/counters'

const HOUR_SECONDS = 60 * 60
const TOO_MANY = 'Too many attempts from here. Try again later'

/**
 * For what anybody may ask of the shop and is followed by a mail: three in an hour from one client for one e-mail address, whether or not somebody
 * has it; ten from one client, sixty from its network, and then three from each client of it. So nobody uses up what the address's owner may ask from elsewhere (decisions K3); how many mails
 * of a kind one person gets is bounded where they are sent. `what` names them, `tooMany` is said of the address.
 * What it returns throws RATE_LIMITED.
 */
export function createAskedLimit(counters: Counters, what: string, tooMany: string) {
  const budget = (of: string, points: number) => ({ name: `${what} of ${of}`, points, seconds: HOUR_SECONDS })
  const ofClient = createLimit(counters, budget('a client', 10), TOO_MANY)
  const ofNetwork = createNetworkLimit(counters, { ...budget('a network', 60), left: 3 }, TOO_MANY)
  const ofAddress = createLimit(counters, budget('an address', 3), tooMany)

  return async (address: string, emailKey: string) => {
    await ofClient.take(clientOf(address))
    await ofNetwork.take(address)
    await ofAddress.take(`${clientOf(address)} ${emailKey}`)
  }
}
