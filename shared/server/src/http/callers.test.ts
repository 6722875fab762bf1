import { AccountErased, AccountRegistered, accountStream, PasswordChanged } from '@shop/language/account/events'
import { AdminGranted, AdminRevoked, AnalystGranted, ROLES_STREAM } from '@shop/language/account/role-events'
import { SessionBegun, SessionEnded, sessionsStream } from '@shop/language/account/session-events'
import type { Event } from '@shop/language/events/event'
import { newEvent } from '@shop/stores/event-store/contract/log-under-test'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AccountChanges, createCallers } from './callers.ts'

const registered = AccountRegistered({ accountId: 'ada', name: 'Ada', email: 'ada@x.test', emailKey: 'k' })
let log: ReturnType<typeof openSqliteEventStore>
let report: Parameters<AccountChanges>[0]
let callerBy: ReturnType<typeof createCallers>
let reads: number
let isAway: boolean
/** Called after the roles have been read. */
let meanwhile: () => Promise<unknown>

let versions: Map<string, number>

/** Appends to a stream that has no other writer. */
async function append(to: EventStore, stream: string, ...events: readonly Event[]) {
  const made = events.map((event) => ({ ...newEvent(), ...event }))
  versions.set(stream, (await to.append(stream, versions.get(stream) ?? -1, made)).version)
}

beforeEach(async () => {
  log = openSqliteEventStore(':memory:')
  versions = new Map()
  isAway = false
  reads = 0
  meanwhile = async () => {}
  const shaky = {
    ...log,
    async *readStream(stream: string, fromVersion?: number) {
      reads++
      if (isAway) throw new Error('away')
      yield* await Array.fromAsync(log.readStream(stream, fromVersion))
      if (stream === ROLES_STREAM) await meanwhile()
    },
  }
  callerBy = createCallers(shaky, (listener) => {
    report = listener
  })
  await append(log, accountStream('ada'), registered)
})
afterEach(() => log.close())

const callerOf = (accountId: string) => callerBy({ accountId, ver: 0 })
const begun = (sessionId: string, ver = 0) =>
  SessionBegun({ accountId: 'ada', sessionId, ver, begunAt: '2026-01-01T00:00:00.000Z' })
const ended = (sessionId: string) => SessionEnded({ accountId: 'ada', sessionId })
const byToken = (id: string, since: number, ver = 0) => callerBy({ accountId: 'ada', ver, session: { id, since } })

test('an account is read from the log before any change is reported', async () => {
  expect(await callerOf('ada')).toEqual({ id: 'ada', role: 'customer' })
  expect(await callerOf('nobody')).toBeUndefined()
})

test('a change of role has an effect once it is reported', async () => {
  await callerOf('ada')
  await append(log, ROLES_STREAM, AdminGranted({ accountId: 'ada' }), AdminGranted({ accountId: 'eve' }))
  report(['ada'])
  expect(await callerOf('ada')).toMatchObject({ role: 'admin' })
  await append(log, ROLES_STREAM, AdminRevoked({ accountId: 'ada' }))
  report(['ada'])
  expect(await callerOf('ada')).toMatchObject({ role: 'customer' })
  await append(log, ROLES_STREAM, AnalystGranted({ accountId: 'ada' }))
  report(['ada'])
  expect(await callerOf('ada')).toMatchObject({ role: 'analyst' })
})

test('a caller that changes while being read is not cached', async () => {
  meanwhile = async () => {
    meanwhile = async () => {}
    await append(log, ROLES_STREAM, AdminGranted({ accountId: 'ada' }))
    report(['ada'])
  }
  await callerOf('ada')
  expect(await callerOf('ada')).toMatchObject({ role: 'admin' })
})

test('a session stays valid until its end is reported', async () => {
  await append(log, sessionsStream('ada'), begun('s0'), ended('s0'), begun('s1'), begun('s2'))
  expect(await byToken('s0', 0)).toBeUndefined()
  expect(await byToken('s1', 2)).toEqual({ id: 'ada', role: 'customer' })
  expect(await byToken('s2', 3)).toEqual({ id: 'ada', role: 'customer' })
  await append(log, sessionsStream('ada'), ended('s1'))
  report(['ada'])
  expect(await byToken('s1', 2)).toBeUndefined()
  expect(await byToken('s2', 3)).toMatchObject({ id: 'ada' })
})

test('a session is refused if it does not start at the version in its token', async () => {
  await append(log, sessionsStream('ada'), begun('s0'), begun('s1'))
  expect(await byToken('s1', 0)).toBeUndefined()
  expect(await byToken('s9', 9)).toBeUndefined()
})

test('after a new password, every earlier token is invalid as soon as a newer token was seen, even before a report', async () => {
  await append(log, sessionsStream('ada'), begun('s1'))
  await byToken('s1', 0)
  await append(log, accountStream('ada'), PasswordChanged({ accountId: 'ada', passwordHash: 'h2', by: 'password' }))
  await append(log, sessionsStream('ada'), begun('s2', 1))
  expect(await byToken('s2', 1, 1)).toMatchObject({ id: 'ada' })
  expect(await byToken('s1', 0)).toBeUndefined()
  expect(await callerOf('ada')).toBeUndefined()
})

test('a session is found in three short reads, even if many sessions came before it', async () => {
  const before = Array.from({ length: 500 }, (_, index) => [begun(`old ${index}`), ended(`old ${index}`)]).flat()
  await append(log, sessionsStream('ada'), ...before, begun('s1'))
  let events = 0
  const counted = {
    ...log,
    async *readStream(stream: string, fromVersion?: number) {
      for await (const event of log.readStream(stream, fromVersion)) {
        events++
        yield event
      }
    },
  }
  const callerIn = createCallers(counted, () => {})
  const caller = await callerIn({ accountId: 'ada', ver: 0, session: { id: 's1', since: 1000 } })
  expect([caller?.id, events]).toEqual(['ada', 2])
})

test('a session that has ended is not looked up again', async () => {
  await append(log, sessionsStream('ada'), begun('s1'), ended('s1'))
  await byToken('s1', 0)
  const before = reads
  await byToken('s1', 0)
  expect(reads - before).toBe(1)
})

test('an erased account is unknown', async () => {
  await callerOf('ada')
  await append(log, accountStream('ada'), AccountErased({ accountId: 'ada', emailKey: 'k' }))
  report(['ada'])
  expect(await callerOf('ada')).toBeUndefined()
})

test('a change that may concern any account clears the cache', async () => {
  await callerOf('ada')
  await append(log, ROLES_STREAM, AdminGranted({ accountId: 'ada' }))
  report(undefined)
  expect(await callerOf('ada')).toMatchObject({ role: 'admin' })
})

test('while the log is unreachable, cached callers stay known', async () => {
  await callerOf('ada')
  isAway = true
  const laterMs = performance.now() + 3_600_000
  vi.spyOn(performance, 'now').mockReturnValue(laterMs)
  expect(await callerOf('ada')).toMatchObject({ role: 'customer' })
  vi.restoreAllMocks()
  await expect(callerOf('bob')).rejects.toThrow('away')
})
