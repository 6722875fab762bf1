import { SessionBegun, SessionEnded, type SessionEvent } from '@shop/language/account/session-events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { MOST_SESSIONS, type SessionCommand, sessionsDecider } from './sessions-decider.ts'

const { given } = specOf(sessionsDecider)
const accountId = 'ada'
const begunAt = '2026-01-01T00:00:00.000Z'
const begin = (sessionId: string, ver = 0): SessionCommand => ({ type: 'Begin', accountId, sessionId, ver, begunAt })
const begun = (sessionId: string, ver = 0) => SessionBegun({ accountId, sessionId, ver, begunAt })
const end = (sessionId: string): SessionCommand => ({ type: 'End', accountId, sessionId })
const ended = (sessionId: string) => SessionEnded({ accountId, sessionId })
const after = (...events: SessionEvent[]) => [
  ...events.reduce(sessionsDecider.evolve, sessionsDecider.initialState).keys(),
]
const full = Array.from({ length: MOST_SESSIONS }, (_, index) => begun(`s${index}`))

test('a session begins and ends once', () => {
  given().when(begin('s1')).thenEvents(begun('s1'))
  given(begun('s1')).when(end('s1')).thenEvents(ended('s1'))
  given(begun('s1'), ended('s1')).when(end('s1')).thenNothing()
  given().when(end('s1')).thenNothing()
})

test('the twenty-first session ends the oldest', () => {
  given(...full)
    .when(begin('new'))
    .thenEvents(ended('s0'), begun('new'))
  expect(after(...full, ended('s0'), begun('new'))).toHaveLength(MOST_SESSIONS)
})

test('ended sessions are removed from the state, also sessions that a higher `ver` has ended', () => {
  expect(after(begun('s1'), begun('s2'), ended('s1'))).toEqual(['s2'])
  expect(after(begun('s1'), begun('s2'), begun('s3', 1))).toEqual(['s3'])
  given(...full)
    .when(begin('new', 1))
    .thenEvents(begun('new', 1))
})

test('a sign-in that comes after a password change, with the `ver` from before it, ends no session', () => {
  expect(after(begun('s1', 1), begun('late', 0))).toEqual(['s1', 'late'])
})

test('a snapshot restores the same sessions', () => {
  const sessions = full.reduce(sessionsDecider.evolve, sessionsDecider.initialState)
  const { write, read } = sessionsDecider.snapshot!
  expect(read(JSON.parse(JSON.stringify(write(sessions))) as never)).toEqual(sessions)
})

const sessionId = fc.constantFrom('s1', 's2', 's3')
const anyCommand: fc.Arbitrary<SessionCommand> = fc.oneof(
  fc.record({
    type: fc.constant('Begin' as const),
    accountId: fc.constant(accountId),
    sessionId,
    ver: fc.nat(2),
    begunAt: fc.constant(begunAt),
  }),
  fc.record({ type: fc.constant('End' as const), accountId: fc.constant(accountId), sessionId }),
)

test('a command about sessions that is handled twice happens once', () =>
  aRetryChangesNothing(sessionsDecider, anyCommand))
