import { sampleAddress } from '@shop/language/test-support/sample-address'
import { expect, test } from 'vitest'
import type { Capture } from './payment-provider.ts'
import { protectionOf } from './seller-protection.ts'

const facts = { amountCents: 100, currency: 'USD', paysUs: true, customId: 'c1' }
const capture: Capture = { id: 'CAP', status: 'COMPLETED', protection: 'ELIGIBLE', invoiceId: 'c1-0', ...facts }
const checkout = { checkoutId: 'c1', shippingAddress: sampleAddress, startRefusals: [], refusals: new Map() }
const given = (said: Partial<Capture> = {}, changed: Partial<Parameters<typeof protectionOf>[1]> = {}) =>
  protectionOf({ ...capture, ...said }, { ...checkout, ...changed })

test.each([
  ['ELIGIBLE', 'holds'],
  ['PARTIALLY_ELIGIBLE', 'holds-in-part'],
  ['NOT_ELIGIBLE', 'refused'],
  ['SOMETHING_NEW', undefined],
  [undefined, undefined],
])('if the provider reports %s for an address that it got, the protection is: %s', (protection, expected) => {
  expect(given({ protection })).toBe(expected)
  expect(given({ protection }, { shippingAddress: null })).toBe(expected)
})

test('there is no seller protection for an address that the provider did not get, whatever the provider reports', () => {
  const to = (changed: object) => given({}, { shippingAddress: { ...sampleAddress, ...changed } })
  expect(to({ city: '' })).toBe('incomplete-address')
  expect(to({ country: 'Utopia' })).toBe('unknown-country')
  expect(to({ city: 'x'.repeat(121) })).toBe('address-not-given')
  expect(given({}, { startRefusals: ['SHIPPING_ADDRESS_INVALID'] })).toBe('address-not-given')
  const refusal = { code: 'SHIPPING_ADDRESS_INVALID', final: true, meaning: 'refused', at: '' } as const
  const refusals = new Map([['PP1', { ...refusal, times: 1, isRetried: false }]])
  expect(given({}, { refusals })).toBe('address-not-given')
  for (const invoiceId of [undefined, 'INV-7', 'c10-0']) expect(given({ invoiceId })).toBe('address-not-given')
})
