import { AccountErased, AccountKeyDestroyed } from '@shop/language/account/events'
import { AddressRemoved, AddressSaved } from '@shop/language/address/events'
import { sampleAddress } from '@shop/language/test-support/sample-address'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { addressProjection } from './address-projection.ts'

const savedAt = '2026-01-01T00:00:00.000Z'
const saved = (addressId: string, accountId = 'ada', city = 'London') =>
  AddressSaved({ accountId, addressId, address: { ...sampleAddress, city }, savedAt })

test('an address book has each saved address as it was last saved, and no removed address', () => {
  const removed = AddressRemoved({ accountId: 'ada', addressId: 'a2' })
  expect(documentsAfter(addressProjection, saved('a1'), saved('a2'), saved('a1', 'ada', 'Ghent'), removed)).toEqual({
    a1: { _id: 'a1', customerId: 'ada', address: { ...sampleAddress, city: 'Ghent' }, savedAt },
  })
})

test.each([AccountErased({ accountId: 'ada', emailKey: 'k' }), AccountKeyDestroyed({ accountId: 'ada' })])(
  '$type removes the address book of that account, and no other',
  (gone) => {
    expect(Object.keys(documentsAfter(addressProjection, saved('a1'), saved('b1', 'bob'), gone))).toEqual(['b1'])
  },
)

test('an address that can no longer be decrypted has no document', () => {
  const sealed = AddressSaved({ accountId: 'ada', addressId: 'a1', address: null, savedAt })
  expect(documentsAfter(addressProjection, sealed)).toEqual({})
})
