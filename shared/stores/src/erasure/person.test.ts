import type { Recorded } from '@shop/language/events/event'
import { expect, test } from 'vitest'
import { findPerson, isAccount, personalValuesOf } from './person.ts'

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

test('a person is found by their id or their newest e-mail address, in any letter case', async () => {
  const ada = { accountId: 'ada', correspondent: undefined }
  const noPerson = { accountId: undefined, correspondent: undefined }
  expect(await findPerson('ada', opened())).toEqual(ada)
  expect(await findPerson(' LOOM@x.test', opened())).toEqual(ada)
  expect(await findPerson('ada@x.test', opened())).toEqual(noPerson)
  expect(await findPerson('Ada Loom', opened())).toEqual(noPerson)
})

test('an address that an account has only requested is not its address; two accounts with one address are refused', async () => {
  const wish = { person: 'ada', event: event('EmailChangeRequested', { accountId: 'ada', email: 'bob@x.test' }) }
  const known = async function* (...more: readonly (typeof wish)[]) {
    yield* [...PEOPLE, wish, ...more]
  }
  expect((await findPerson('bob@x.test', known())).accountId).toBe('bob')
  expect((await findPerson('loom@x.test', known())).accountId).toBe('ada')
  const changed = { person: 'ada', event: event('EmailChanged', { accountId: 'ada', email: 'new@x.test' }) }
  expect((await findPerson('new@x.test', known(changed))).accountId).toBe('ada')
  const eve = account('eve', 'Eve', 'BOB@x.test')
  await expect(findPerson('bob@x.test', known(eve))).rejects.toThrow('Name one by their id: bob, eve')
  expect((await findPerson('eve', known(eve))).accountId).toBe('eve')
})

test('a correspondent is found by the address or their id, together with an account that has the address', async () => {
  const eve = { correspondentId: 'eve', emailKey: 'key of eve' }
  const met = (email: string) => ({ person: 'eve', event: event('CorrespondentMet', { ...eve, email }) })
  const known = async function* (email: string) {
    yield met(email)
    yield { person: 'eve', event: event('MessageReceived', { ...eve, messageId: 'm1', name: 'Eve', text: 'Hello' }) }
    yield* PEOPLE
  }
  const alone = { accountId: undefined, correspondent: eve }
  expect(await findPerson('EVE@x.test', known('eve@x.test'))).toEqual(alone)
  expect(await findPerson('eve', known('eve@x.test'))).toEqual(alone)
  expect(await findPerson('ada', known('eve@x.test'))).toEqual({ accountId: 'ada', correspondent: undefined })
  expect(await findPerson('ada', known('loom@x.test'))).toEqual({ accountId: 'ada', correspondent: eve })
})

test("a person's values come from all versions; shared and short values are only counted", async () => {
  const plain = event('ProductListed', { name: 'A coat from Ghent' })
  const again = () => ({ opened: opened(), stored: stored(plain) })
  expect(await personalValuesOf(new Set(['ada']), opened(), again)).toEqual({
    values: ['Ada Weaver', 'ada@x.test', 'Ada Loom', 'loom@x.test'],
    leftOut: 2,
  })
  expect(await personalValuesOf(new Set(['bob']), opened(), again)).toEqual({
    values: ['bob@x.test', 'Bruges'],
    leftOut: 2,
  })
  const both = await personalValuesOf(new Set(['ada', 'bob']), opened(), again)
  expect(both.values).toContain('Belgium')
})

test('an id names an account until the account is erased', async () => {
  const registered = event('AccountRegistered', { accountId: 'ada' })
  expect(await isAccount('ada', stored(registered))).toBe(true)
  expect(await isAccount('bob', stored(registered))).toBe(false)
  expect(await isAccount('ada', stored(registered, event('AccountErased', { accountId: 'ada' })))).toBe(false)
})
