import {
  AccountEdited,
  AccountErased,
  AccountKeyDestroyed,
  AccountRegistered,
  PasswordSet,
} from '@shop/language/events/account-events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type AccountCommand, accountDecider } from './account-decider.ts'

const { given } = specOf(accountDecider)
const accountId = 'a1'
const ada = { name: 'Ada', email: 'ada@x.test', emailKey: 'k1' }
const registered = [AccountRegistered({ accountId, ...ada }), PasswordSet({ accountId, passwordHash: 'h1' })] as const
const erased = AccountErased({ accountId, emailKey: 'k1' })

test('an account is registered with a password', () => {
  given()
    .when({ type: 'Register', accountId, ...ada, passwordHash: 'h1' })
    .thenEvents(...registered)
})

test('an account is registered once', () => {
  given(...registered)
    .when({ type: 'Register', accountId, ...ada, passwordHash: 'h2' })
    .thenRefused('CONFLICT')
})

test('an edit replaces name and e-mail', () => {
  const married = { name: 'Ada King', email: 'king@x.test', emailKey: 'k2' }
  given(...registered)
    .when({ type: 'Edit', accountId, ...married })
    .thenEvents(AccountEdited({ accountId, ...married }))
})

test('an unknown or erased account cannot be edited', () => {
  given()
    .when({ type: 'Edit', accountId, ...ada })
    .thenRefused('NOT_FOUND')
  given(...registered, erased)
    .when({ type: 'Edit', accountId, ...ada })
    .thenRefused('NOT_FOUND')
})

test('an account is erased once', () => {
  given(...registered)
    .when({ type: 'Erase', accountId })
    .thenEvents(erased)
  given(...registered, erased)
    .when({ type: 'Erase', accountId })
    .thenNothing()
})

test('the state of an erased account has no personal fields', () => {
  const account = [...registered, erased].reduce(accountDecider.evolve, accountDecider.initialState)
  expect(account).toEqual({
    status: 'erased',
    name: '',
    email: '',
    emailKey: 'k1',
    passwordHash: '',
    keyDestroyed: false,
  })
})

test('an account whose key was destroyed can still be folded', () => {
  const unreadable = AccountRegistered({ accountId, name: null, email: null, emailKey: 'k1' })
  expect(accountDecider.evolve(accountDecider.initialState, unreadable)).toMatchObject({ status: 'active', name: '' })
})

const person = {
  accountId: fc.constant(accountId),
  name: fc.constantFrom('Ada', 'Bob'),
  email: fc.constantFrom('ada@x.test', 'bob@x.test'),
  emailKey: fc.constantFrom('k1', 'k2'),
}
const anyCommand: fc.Arbitrary<AccountCommand> = fc.oneof(
  fc.record({ type: fc.constant('Register' as const), ...person, passwordHash: fc.constant('h1') }),
  fc.record({ type: fc.constant('Edit' as const), ...person }),
  fc.record({ type: fc.constant('SetPassword' as const), accountId: person.accountId, passwordHash: person.name }),
  fc.record({ type: fc.constant('Erase' as const), accountId: person.accountId }),
)

test('an account command that is handled twice happens once', () => aRetryChangesNothing(accountDecider, anyCommand))

test('the destruction of a key is recorded only for an erased account', () => {
  given(...registered, erased)
    .when({ type: 'NoteKeyDestroyed', accountId })
    .thenEvents(AccountKeyDestroyed({ accountId }))
  given(...registered)
    .when({ type: 'NoteKeyDestroyed', accountId })
    .thenNothing()
})
