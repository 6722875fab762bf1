import { AddressRemoved, AddressSaved } from '@shop/language/address/events'
import { MOST_ADDRESSES } from '@shop/language/limits'
import { sampleAddress } from '@shop/language/test-support/sample-address'
import fc from 'fast-check'
import { test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type AddressCommand, addressDecider } from './address-decider.ts'

const { given } = specOf(addressDecider)
const address = { ...sampleAddress, address2: 'Flat 4', state: '' }
const savedAt = '2026-01-01T00:00:00.000Z'
const saved = (addressId: string, city = 'London') =>
  AddressSaved({ accountId: 'ada', addressId, address: { ...address, city }, savedAt })
const removed = (addressId: string) => AddressRemoved({ accountId: 'ada', addressId })
const add = (addressId: string): AddressCommand => ({ type: 'Add', accountId: 'ada', addressId, address, savedAt })
const replace = (addressId: string, city: string): AddressCommand => ({
  ...{ type: 'Replace', accountId: 'ada', addressId, savedAt },
  address: { ...address, city },
})
const remove = (addressId: string): AddressCommand => ({ type: 'Remove', accountId: 'ada', addressId })

test('an address is added, replaced and removed', () => {
  given().when(add('a1')).thenEvents(saved('a1'))
  given(saved('a1')).when(replace('a1', 'Ghent')).thenEvents(saved('a1', 'Ghent'))
  given(saved('a1')).when(remove('a1')).thenEvents(removed('a1'))
})

test('replacing an address by the same address changes nothing', () => {
  given(saved('a1', 'Ghent')).when(replace('a1', 'Ghent')).thenNothing()
})

test('an address that is not in the book can be neither replaced nor removed', () => {
  given().when(replace('a1', 'Ghent')).thenRefused('NOT_FOUND')
  given(saved('a1'), removed('a1')).when(remove('a1')).thenRefused('NOT_FOUND')
})

test('a book has a maximum, and a removed address makes room', () => {
  const full = Array.from({ length: MOST_ADDRESSES }, (_, n) => saved(`a${n}`))
  given(...full)
    .when(add('more'))
    .thenRefused('CONFLICT')
  given(...full)
    .when(replace('a1', 'Ghent'))
    .thenEvents(saved('a1', 'Ghent'))
  given(...full, removed('a1'))
    .when(add('more'))
    .thenEvents(saved('more'))
})

test('a command that comes twice changes nothing the second time', () =>
  aRetryChangesNothing(addressDecider, fc.constantFrom(add('a1'), replace('a1', 'Ghent'), remove('a1'))))
