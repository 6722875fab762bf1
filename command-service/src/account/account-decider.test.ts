import {
  AccountEdited,
  AccountErased,
  type AccountEvent,
  AccountKeyDestroyed,
  AccountRegistered,
  EmailChanged,
  EmailChangeRequested,
  EmailConfirmed,
  PasswordChanged,
  PasswordSet,
  SignedOutEverywhere,
} from '@shop/language/account/events'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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
  const address = { email: 'king@x.test', emailKey: 'k2' }
  given(...registered)
    .when({ type: 'Edit', accountId, name: 'Ada King', address })
    .thenEvents(AccountEdited({ accountId, name: 'Ada King', ...address }))
})

const another = { email: 'king@x.test', emailKey: 'k2' }
const asked = EmailChangeRequested({ accountId, ...another })
const moved = EmailChanged({ accountId, ...another, formerEmail: ada.email, formerKey: ada.emailKey })

test('an edit without an address keeps the current address, and an edit without a name keeps the current name', () => {
  const renamed = AccountEdited({ accountId, ...another, name: 'Ada King' })
  given(...registered, asked, moved)
    .when({ type: 'Edit', accountId, name: 'Ada King' })
    .thenEvents(renamed)
  given(...registered, renamed)
    .when({ type: 'Edit', accountId })
    .thenEvents(renamed)
})

const shown = (emailKey: string) => EmailConfirmed({ accountId, emailKey })

describe('a new address', () => {
  const confirm = { type: 'ConfirmEmail', accountId, emailKey: 'k2', ver: 0, isSignedIn: false } as const

  test('is requested, and becomes the account’s address once it is confirmed', () => {
    given(...registered)
      .when({ type: 'RequestEmail', accountId, ...another, ver: 0 })
      .thenEvents(asked)
    given(...registered, asked)
      .when(confirm)
      .thenEvents(moved)
    given(...registered, asked, moved)
      .when(confirm)
      .thenNothing()
  })

  test('that equals the current, confirmed address changes nothing', () => {
    const request = { type: 'RequestEmail', accountId, email: ada.email, emailKey: ada.emailKey, ver: 0 } as const
    given(...registered, shown('k1'))
      .when(request)
      .thenNothing()
    given(...registered)
      .when(request)
      .thenEvents(EmailChangeRequested({ accountId, email: ada.email, emailKey: ada.emailKey }))
  })

  test('is confirmed only if the account still wants it and no event has ended the sessions', () => {
    given(...registered)
      .when(confirm)
      .thenRefused('CONFLICT')
    given(...registered, asked, EmailChangeRequested({ accountId, email: 'c@x.test', emailKey: 'k3' }))
      .when(confirm)
      .thenRefused('CONFLICT')
    given(...registered, asked, SignedOutEverywhere({ accountId }))
      .when(confirm)
      .thenRefused('CONFLICT')
    given(...registered, asked, erased)
      .when(confirm)
      .thenRefused('NOT_FOUND')
  })

  test('is refused if the password was changed after it was checked', () => {
    given(...registered, PasswordChanged({ accountId, passwordHash: 'h2', by: 'password' }))
      .when({ type: 'RequestEmail', accountId, ...another, ver: 0 })
      .thenRefused('CONFLICT')
  })
})

describe('an address counts as confirmed', () => {
  const own = EmailChangeRequested({ accountId, email: ada.email, emailKey: 'k1' })
  const confirm = (emailKey: string, isSignedIn = true) =>
    ({ type: 'ConfirmEmail', accountId, emailKey, ver: 0, isSignedIn }) as const
  const isConfirmed = (...events: AccountEvent[]) =>
    events.reduce(accountDecider.evolve, accountDecider.initialState).isConfirmed

  test('once its owner opens the link while signed in, not by the link alone', () => {
    given(...registered, asked)
      .when(confirm('k2'))
      .thenEvents(moved, shown('k2'))
    given(...registered, asked, moved)
      .when(confirm('k2'))
      .thenEvents(shown('k2'))
    given(...registered, own)
      .when(confirm('k1'))
      .thenEvents(shown('k1'))
    given(...registered, own)
      .when(confirm('k1', false))
      .thenNothing()
    given(...registered, own, shown('k1'))
      .when(confirm('k1'))
      .thenNothing()
  })

  test('once its owner sets a password by a link mailed to it', () => {
    const change = { type: 'ChangePassword', accountId, passwordHash: 'h2', by: 'link', resets: 0 } as const
    const changedNow = PasswordChanged({ accountId, passwordHash: 'h2', by: 'link' })
    given(...registered)
      .when({ ...change, mailedTo: 'k1' })
      .thenEvents(changedNow, shown('k1'))
    given(...registered, shown('k1'))
      .when({ ...change, mailedTo: 'k1' })
      .thenEvents(changedNow)
    given(...registered)
      .when({ ...change, mailedTo: 'k2' })
      .thenRefused('CONFLICT')
  })

  test('until the address changes, even after the account is erased', () => {
    expect(isConfirmed(...registered)).toBe(false)
    expect(isConfirmed(...registered, shown('k1'))).toBe(true)
    expect(isConfirmed(...registered, shown('k1'), AccountEdited({ accountId, ...ada, name: 'Ada King' }))).toBe(true)
    expect(isConfirmed(...registered, shown('k1'), AccountEdited({ accountId, ...ada, emailKey: 'k3' }))).toBe(false)
    expect(isConfirmed(...registered, shown('k1'), asked, moved)).toBe(false)
    expect(isConfirmed(...registered, shown('k1'), erased)).toBe(true)
  })
})

test('an unknown or erased account cannot be edited', () => {
  given().when({ type: 'Edit', accountId }).thenRefused('NOT_FOUND')
  given(...registered, erased)
    .when({ type: 'Edit', accountId })
    .thenRefused('NOT_FOUND')
})

const changed = PasswordChanged({ accountId, passwordHash: 'h2', by: 'password' })
const verAfter = (...events: AccountEvent[]) => events.reduce(accountDecider.evolve, accountDecider.initialState).ver

test('a new password and a sign-out everywhere end earlier sessions; the password at registration does not', () => {
  expect(verAfter(...registered)).toBe(0)
  expect(verAfter(...registered, changed)).toBe(1)
  expect(verAfter(...registered, changed, SignedOutEverywhere({ accountId }))).toBe(2)
})

test('a password is changed with the current one', () => {
  const change = { type: 'ChangePassword', accountId, passwordHash: 'h2' } as const
  const known = { ...change, by: 'password', ver: 0 } as const
  const operators = { ...change, by: 'operator' } as const
  given(...registered)
    .when(known)
    .thenEvents(changed)
  given(...registered, changed)
    .when(known)
    .thenRefused('CONFLICT')
  given(...registered, changed)
    .when(operators)
    .thenEvents(PasswordChanged({ accountId, passwordHash: 'h2', by: 'operator' }))
  given(...registered, erased)
    .when(operators)
    .thenRefused('NOT_FOUND')
  given().when({ type: 'SignOutEverywhere', accountId }).thenRefused('NOT_FOUND')
})

test('a password that is set without the old password ends a mailed link; a change with the old password does not', () => {
  const byLink = {
    type: 'ChangePassword',
    accountId,
    passwordHash: 'h3',
    by: 'link',
    resets: 0,
    mailedTo: 'k1',
  } as const
  given(...registered, shown('k1'), changed, SignedOutEverywhere({ accountId }))
    .when(byLink)
    .thenEvents(PasswordChanged({ accountId, passwordHash: 'h3', by: 'link' }))
  for (const by of ['link', 'operator', 'unknown'] as const)
    given(...registered, PasswordChanged({ accountId, passwordHash: 'h2', by }))
      .when(byLink)
      .thenRefused('CONFLICT')
  given(...registered, asked, moved)
    .when(byLink)
    .thenRefused('CONFLICT')
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
    isConfirmed: false,
    wanted: undefined,
    former: [],
    passwordHash: '',
    formerHash: '',
    ver: 0,
    resets: 0,
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
const addressed = { accountId: person.accountId, emailKey: person.emailKey, ver: fc.nat(2) }

const anyCommand: fc.Arbitrary<AccountCommand> = fc.oneof(
  fc.record({ type: fc.constant('Register' as const), ...person, passwordHash: fc.constant('h1') }),
  fc.record({
    type: fc.constant('Edit' as const),
    accountId: person.accountId,
    name: fc.option(person.name, { nil: undefined }),
    address: fc.option(fc.record({ email: person.email, emailKey: person.emailKey }), { nil: undefined }),
  }),
  fc.record({ type: fc.constant('RequestEmail' as const), ...addressed, email: person.email }),
  fc.record({ type: fc.constant('ConfirmEmail' as const), ...addressed, isSignedIn: fc.boolean() }),
  fc.record({
    type: fc.constant('ChangePassword' as const),
    accountId: person.accountId,
    passwordHash: person.name,
    by: fc.constant('link' as const),
    resets: fc.nat(2),
    mailedTo: person.emailKey,
  }),
  fc.record({
    type: fc.constant('StorePasswordAnew' as const),
    accountId: person.accountId,
    passwordHash: person.name,
    ver: fc.nat(2),
  }),
  fc.record({ type: fc.constant('SignOutEverywhere' as const), accountId: person.accountId }),
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
