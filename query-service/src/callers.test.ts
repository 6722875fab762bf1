import { AccountErased, AccountRegistered, accountStream } from '@shop/language/events/account-events'
import { ADMINS_STREAM, AdminGranted, AdminRevoked } from '@shop/language/events/admin-events'
import { START } from '@shop/language/events/event'
import { users } from '@shop/language/read-models/users'
import { append } from '@shop/projections/spec'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import type { Step } from '@shop/stores/read-store/read-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCallers } from './callers.ts'

const registered = AccountRegistered({ accountId: 'ada', name: 'Ada', email: 'ada@x.test', emailKey: 'k' })
let log: ReturnType<typeof openSqliteEventStore>
let tell: (steps: readonly Step[]) => void
let callerOf: ReturnType<typeof createCallers>
let isAway: boolean
/** Called after the admins have been read. */
let meanwhile: () => Promise<unknown>

beforeEach(async () => {
  log = openSqliteEventStore(':memory:')
  isAway = false
  meanwhile = async () => {}
  const readStore = openSqliteReadStore(':memory:')
  const shaky = {
    ...log,
    async *readStream(stream: string) {
      if (isAway) throw new Error('away')
      yield* await Array.fromAsync(log.readStream(stream))
      if (stream === ADMINS_STREAM) await meanwhile()
    },
  }
  const onCommit = (listener: typeof tell) => {
    tell = listener
    return () => {}
  }
  callerOf = createCallers(shaky, { ...readStore, onCommit })
  await append(log, accountStream('ada'), registered)
})
afterEach(() => log.close())

const changed = (id: string, from = '5') =>
  tell([{ projection: users.name, from, to: '6', writes: from === START ? [] : [{ id, document: undefined }] }])

test('an account is read from the log, before any read model shows it', async () => {
  expect(await callerOf('ada')).toEqual({ id: 'ada', role: 'customer' })
  expect(await callerOf('nobody')).toBeUndefined()
})

test('a change of role counts once the read models report it', async () => {
  await callerOf('ada')
  await append(log, ADMINS_STREAM, AdminGranted({ accountId: 'ada' }), AdminGranted({ accountId: 'eve' }))
  changed('ada')
  expect(await callerOf('ada')).toMatchObject({ role: 'admin' })
  await append(log, ADMINS_STREAM, AdminRevoked({ accountId: 'ada' }))
  changed('ada')
  expect(await callerOf('ada')).toMatchObject({ role: 'customer' })
})

test('a caller that changes while being read is not cached', async () => {
  meanwhile = async () => {
    meanwhile = async () => {}
    await append(log, ADMINS_STREAM, AdminGranted({ accountId: 'ada' }))
    changed('ada')
  }
  await callerOf('ada')
  expect(await callerOf('ada')).toMatchObject({ role: 'admin' })
})

test('an erased account is unknown', async () => {
  await callerOf('ada')
  await append(log, accountStream('ada'), AccountErased({ accountId: 'ada', emailKey: 'k' }))
  changed('ada')
  expect(await callerOf('ada')).toBeUndefined()
})

test('a rebuild clears the cache', async () => {
  await callerOf('ada')
  await append(log, ADMINS_STREAM, AdminGranted({ accountId: 'ada' }))
  changed('', START)
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
