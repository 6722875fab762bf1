import { createHmac } from 'node:crypto'
import { clientOf, networkOf } from '@shop/server/limits/address-keys'
import { KeyDestroyed, type KeyStore } from '@shop/stores/key-store/key-store'

const DAY_MS = 24 * 60 * 60 * 1000
/**
 * Only the keys of today and yesterday are needed. Each day, the keys of six earlier days are destroyed, in case the shop was stopped for
 * some days.
 */
const DESTROYED_AFTER_DAYS = [2, 3, 4, 5, 6, 7]

export type AddressDigests = Readonly<{ clientKey: string; networkKey: string }>

/**
 * Makes the digests that name an address in the log. The key of the digests changes daily and is destroyed two days later, so that no
 * reader of the log can find the address. Returns undefined if the day's key is destroyed, for example after the clock was set back.
 */
export function createAddressDigests(keys: Pick<KeyStore, 'keyFor' | 'destroy'>) {
  let newest = ''

  return async (address: string, at: Date): Promise<AddressDigests | undefined> => {
    const day = dayOf(at)
    try {
      const key = await keys.keyFor(nameOf(day))
      if (day > newest) await destroyBefore(at)
      const digest = (what: string) => createHmac('sha256', key).update(what).digest('base64url').slice(0, 22)
      return { clientKey: digest(`client ${clientOf(address)}`), networkKey: digest(`network ${networkOf(address)}`) }
    } catch (error) {
      if (error instanceof KeyDestroyed) return undefined
      throw error
    }
  }

  async function destroyBefore(at: Date) {
    newest = dayOf(at)
    for (const days of DESTROYED_AFTER_DAYS) await keys.destroy(nameOf(dayOf(new Date(at.getTime() - days * DAY_MS))))
  }
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const nameOf = (day: string) => `holds-${day}`
