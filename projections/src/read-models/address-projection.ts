import { type AddressDocument, addresses } from '@shop/language/address/document'
import { insert, type Projection, remove, whenErased } from '../projection.ts'

export const addressProjection: Projection<AddressDocument> = {
  into: addresses,
  failure: 'park',
  on: {
    // `address` is null if the account was erased.
    AddressSaved: ({ data: { addressId, accountId, address, savedAt } }) =>
      address === null
        ? remove(addressId)
        : insert<AddressDocument>(addressId, { _id: addressId, customerId: accountId, address, savedAt }),
    AddressRemoved: ({ data }) => remove(data.addressId),
    ...whenErased<AddressDocument>('customerId', () => undefined),
  },
}
