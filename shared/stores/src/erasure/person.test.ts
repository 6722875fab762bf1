import type { Recorded } from '@shop/language/events/event'
import { expect, test } from 'vitest'
import { isAccount, personalValuesOf, personCalled } from './person.ts'

const event = (type: string, data: object) => ({ type, data, metadata: {}, id: '' }) as unknown as Recorded
const account = (person: string, name: string, email: string) => ({
  person,
  event: event('AccountRegistered', { accountId: person, name, email, emailKey: `key of ${person}` }),
})
const PEOPLE = [
  account('ada', 'Ada Weaver', 'ada@x.test'),
  account('bob', 'Bob', 'bob@x.test'),
  account('ada', 'Ada Loom', 'loom@x.test'),
  {
    person: 'ada',
    event: event('OrderPlaced', {
      customerId: 'ada',
      shippingAddress: { city: 'Ghent', country: 'Belgium', phone: '' },
    }),
  },
  {
    person: 'bob',
    event: event('OrderPlaced', { customerId: 'bob', shippingAddress: { city: 'Bruges', country: 'BELGIUM' } }),
  },
]
const opened = async function* () {
  yield* PEOPLE
}
const stored = async function* (...events: readonly Recorded[]) {
  yield events
}

test('a person is called by their id or their newest e-mail in any case', async () => {
  expect(await personCalled('ada', opened())).toBe('ada')
  expect(await personCalled(' LOOM@x.test', opened())).toBe('ada')
  expect(await personCalled('ada@x.test', opened())).toBeUndefined()
  expect(await personCalled('Ada Loom', opened())).toBeUndefined()
})

test('a person’s values are those of all versions; what others have too, and what is short, is counted only', async () => {
  const plain = event('ProductListed', { name: 'A coat from Ghent' })
  const again = () => ({ opened: opened(), stored: stored(plain) })
  expect(await personalValuesOf('ada', opened(), again)).toEqual({
    values: ['Ada Weaver', 'ada@x.test', 'Ada Loom', 'loom@x.test'],
    leftOut: 2,
  })
  expect(await personalValuesOf('bob', opened(), again)).toEqual({ values: ['bob@x.test', 'Bruges'], leftOut: 2 })
})

test('an account is one until it is erased', async () => {
  const registered = event('AccountRegistered', { accountId: 'ada' })
  expect(await isAccount('ada', stored(registered))).toBe(true)
  expect(await isAccount('bob', stored(registered))).toBe(false)
  expect(await isAccount('ada', stored(registered, event('AccountErased', { accountId: 'ada' })))).toBe(false)
})
