import { expect, test } from 'vitest'
import { callerFrom, notRegistered, signInStateAfter, staysOpen } from './caller.ts'
import {
  AccountEdited,
  AccountErased,
  type AccountEvent,
  AccountRegistered,
  PasswordChanged,
  PasswordSet,
  SignedOutEverywhere,
} from './events.ts'
import { SessionBegun, SessionEnded, type SessionEvent } from './session-events.ts'

const accountId = 'ada'
const about = { accountId, name: 'Ada', email: 'ada@x.test', emailKey: 'k' }
const registered = AccountRegistered(about)
const changed = PasswordChanged({ accountId, passwordHash: 'h', by: 'link' })
const signedOut = SignedOutEverywhere({ accountId })
const erased = AccountErased({ accountId, emailKey: 'k' })

const callerAfter = (events: readonly AccountEvent[], ver = 0, isOpen = true) =>
  callerFrom(
    { accountId, ver, session: { id: 's1', since: 0 } },
    {
      account: async () => events.reduce(signInStateAfter, notRegistered),
      isOpen: async () => isOpen,
      role: async () => 'analyst',
    },
  )

test('an account is the caller, with its role, as long as it exists and has not ended the session', async () => {
  const caller = { id: accountId, role: 'analyst' }
  expect(await callerAfter([registered])).toEqual(caller)
  expect(await callerAfter([registered, PasswordSet({ accountId, passwordHash: 'h' }), AccountEdited(about)])).toEqual(
    caller,
  )
  expect(await callerAfter([registered, changed, signedOut], 2)).toEqual(caller)
})

test.each([
  ['an account that never registered', [], 0],
  ['an erased account', [registered, erased], 0],
  ['a token from before a new password', [registered, changed], 0],
  ['a token from before all sessions were ended', [registered, changed, signedOut], 1],
  ['a token with a later count than the account', [registered], 1],
] as const)('%s is no caller', async (_name, events, ver) => {
  expect(await callerAfter(events, ver)).toBeUndefined()
})

test('a session that has ended is no caller', async () => {
  expect(await callerAfter([registered], 0, false)).toBeUndefined()
})

test('a session ends by its own end, and by a session that begins after all were ended', () => {
  const begun = (ver: number) => SessionBegun({ accountId, sessionId: 's2', ver, begunAt: '2026-01-01T00:00:00.000Z' })
  const ended = (sessionId: string) => SessionEnded({ accountId, sessionId })
  const open = (event: SessionEvent) => staysOpen({ id: 's1', ver: 1 }, event)
  expect([open(begun(1)), open(begun(2)), open(ended('s2')), open(ended('s1'))]).toEqual([true, false, true, false])
})
