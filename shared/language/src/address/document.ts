import type { Collection } from '../collection.ts'
import type { Address } from '../events/bought.ts'

/** An erased account has no documents. */
export type AddressDocument = { _id: string; customerId: string; address: Address; savedAt: string }

export const addresses: Collection<AddressDocument> = {
  name: 'addresses@1',
  changedBy: ['users', 'me'],
  searchedBy: ['customerId', 'savedAt'],
}
