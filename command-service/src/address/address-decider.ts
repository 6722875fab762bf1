import { type AddressEvent, AddressRemoved, AddressSaved } from '@shop/language/address/events'
import { ShopError } from '@shop/language/errors'
import type { Address } from '@shop/language/events/bought'
import { MOST_ADDRESSES } from '@shop/language/limits'
import { is, OrderedMap, Map as PersistentMap } from 'immutable'
import type { Decider } from '../handler/decider.ts'

/** An address is null once the account is erased. */
export type Addresses = OrderedMap<string, Address | null>

export type AddressCommand = { accountId: string; addressId: string } & (
  | { type: 'Add'; address: Address; savedAt: string }
  | { type: 'Replace'; address: Address; savedAt: string }
  | { type: 'Remove' }
)

export const addressDecider: Decider<Addresses, AddressCommand, AddressEvent> = {
  initialState: OrderedMap(),

  evolve(addresses, { type, data }) {
    switch (type) {
      case 'AddressSaved':
        return addresses.set(data.addressId, data.address)
      case 'AddressRemoved':
        return addresses.delete(data.addressId)
    }
  },

  decide(command, addresses) {
    const { accountId, addressId } = command
    const isKnown = addresses.has(addressId)
    if (command.type !== 'Add' && !isKnown) throw new ShopError('NOT_FOUND', 'There is no such address')
    if (command.type === 'Remove') return [AddressRemoved({ accountId, addressId })]
    if (command.type === 'Add' && addresses.size >= MOST_ADDRESSES)
      throw new ShopError('CONFLICT', `There are ${MOST_ADDRESSES} addresses in your address book. Remove one first`)
    const { address, savedAt } = command
    if (is(PersistentMap(address), PersistentMap(addresses.get(addressId) ?? {}))) return []
    return [AddressSaved({ accountId, addressId, address, savedAt })]
  },

  sizeOf: ({ size }) => size,
}
