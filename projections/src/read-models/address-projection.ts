import { type AddressDocument, addresses } from '@shop/language/read-models/addresses'
import { insert, type Projection, remove, updateWhere } from '../projection.ts'

export const addressProjection: Projection<AddressDocument> = {
  into: addresses,
  failure: 'park',
  on: {
    // An address cannot be read if its account was erased. A rebuild must then give no address, as the live projection does.
    AddressSaved: ({ data: { addressId, accountId, address, savedAt } }) =>
      address === null
        ? remove(addressId)
        : insert<AddressDocument>(addressId, { _id: addressId, customerId: accountId, address, savedAt }),
    AddressRemoved: ({ data }) => remove(data.addressId),
    AccountErased: ({ data }) => withoutAddresses(data.accountId),
    AccountKeyDestroyed: ({ data }) => withoutAddresses(data.accountId),
  },
}

const withoutAddresses = (accountId: string) => updateWhere<AddressDocument>('customerId', accountId, () => undefined)
