import type { Address } from '../events/bought.ts'
import type { Collection } from './collection.ts'

/** An address in somebody's address book. Those of an erased account have no document. */
export type AddressDocument = { _id: string; customerId: string; address: Address; savedAt: string }

export const addresses: Collection<AddressDocument> = { name: 'addresses@1', searchedBy: ['customerId', 'savedAt'] }
