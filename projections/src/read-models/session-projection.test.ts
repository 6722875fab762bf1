import { AccountErased, AccountKeyDestroyed, PasswordChanged, SignedOutEverywhere } from '@shop/language/account/events'
import { SessionBegun, SessionEnded } from '@shop/language/account/session-events'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { sessionProjection } from './session-projection.ts'

const accountId = 'ada'
const begunAt = '2026-01-01T00:00:00.000Z'
const begun = (sessionId: string, ver = 0) => SessionBegun({ accountId, sessionId, ver, begunAt })
const openAfter = (...events: Parameters<typeof documentsAfter>[1][]) =>
  documentsAfter(sessionProjection, ...events).ada?.open.map(({ id }) => id)

test('a session is open from its start to its end', () => {
  expect(openAfter(begun('s1'), begun('s2'))).toEqual(['s1', 's2'])
  expect(openAfter(begun('s1'), begun('s2'), SessionEnded({ accountId, sessionId: 's1' }))).toEqual(['s2'])
})

test('a new password and signing out everywhere end all sessions, also a session that is recorded late', () => {
  const changed = PasswordChanged({ accountId, passwordHash: 'h', by: 'password' })
  expect(openAfter(begun('s1'), changed, begun('late'), begun('s2', 1))).toEqual(['s2'])
  expect(openAfter(begun('s1'), SignedOutEverywhere({ accountId }))).toEqual([])
  expect(openAfter(changed)).toEqual([])
})

test('an erased account has no sessions, even if the customer signed in during the erasure', () => {
  const erased = AccountErased({ accountId, emailKey: 'k' })
  expect(documentsAfter(sessionProjection, begun('s1'), erased)).toEqual({})
  expect(documentsAfter(sessionProjection, erased, begun('s1'), AccountKeyDestroyed({ accountId }))).toEqual({})
})
