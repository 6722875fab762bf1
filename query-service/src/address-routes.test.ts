import { AccountErased } from '@shop/language/account/events'
import { AddressSaved } from '@shop/language/address/events'
import { sampleAddress } from '@shop/language/test-support/sample-address'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startShop } from './test-support/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeEach(async () => {
  shop = await startShop()
  await shop.people()
})
afterEach(() => shop.close())

const saved = (addressId: string, accountId: string, day: string, more: object = {}) =>
  AddressSaved({
    accountId,
    addressId,
    address: { ...sampleAddress, ...more },
    savedAt: `2026-01-${day}T10:00:00.000Z`,
  })
const full = { ...sampleAddress, address2: '', state: '' }

test('only the customer sees their address book, with the last saved address first; their export has it too', async () => {
  await shop.happened(saved('a1', 'ada', '08'), saved('b1', 'bob', '08'))
  await shop.happened(saved('a2', 'ada', '09', { address2: 'Flat 4', state: 'Kent' }))
  const book = [
    { _id: 'a2', ...full, address2: 'Flat 4', state: 'Kent' },
    { _id: 'a1', ...full },
  ]
  expect(await shop.body('/me/addresses', 'ada')).toEqual(book)
  expect((await shop.ask('/me/addresses')).status).toBe(401)
  const { addresses } = (await shop.body('/me/export', 'ada')) as { addresses: unknown }
  expect(addresses).toEqual(book.map(({ _id, ...rest }) => rest))
})

test('an address book is removed when its account is erased', async () => {
  await shop.happened(saved('a1', 'ada', '08'), AccountErased({ accountId: 'ada', emailKey: 'ada' }))
  expect((await shop.ask('/me/addresses', { as: 'ada' })).status).toBe(401)
})
