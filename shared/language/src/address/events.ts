import * as z from 'zod'
import { Address } from '../events/bought.ts'
import { defineEvent, type EventOf, personal } from '../events/event.ts'

const entry = { accountId: z.string(), addressId: z.string() }

/** A new id adds an entry to the address book; a known id replaces that entry. */
export const AddressSaved = defineEvent('AddressSaved', {
  says: 'A customer saved a new address in their address book, or replaced an address.',
  schema: z.object({ ...entry, address: personal(Address), savedAt: z.string() }),
  personal: { of: 'accountId', fields: ['address'] },
})
export const AddressRemoved = defineEvent('AddressRemoved', {
  says: 'A customer removed an address from their address book.',
  schema: z.object(entry),
})

export const addressEvents = [AddressSaved, AddressRemoved] as const
export type AddressEvent = EventOf<(typeof addressEvents)[number]>

export const addressesStream = (accountId: string) => `addresses-${accountId}`
