import { accountStream } from '@shop/language/account/events'
import { sessionsStream } from '@shop/language/account/session-events'
import { expect, test } from 'vitest'
import { createCommandHandler } from '../handler/command-handler.ts'
import { createMemoryLog } from '../test-support/memory-log.ts'
import { accountDecider } from './account-decider.ts'
import { callerBy } from './accounts.ts'
import { sessionsDecider } from './sessions-decider.ts'

test('a session that begins in another process counts at once; a session that ends there is refused within a second', async () => {
  let nowMs = Date.parse('2026-01-01T00:00:00Z')
  const log = createMemoryLog()
  const [here, there] = [1, 2].map(() => createCommandHandler(log, { now: () => new Date(nowMs) }))
  let asked = 0
  const asking = () => ({ correlationId: 'test', causationId: `${asked++}`, actor: { role: 'system' as const } })
  const accountId = 'ada'
  const begin = async (id: string, ver: number) => {
    const command = { type: 'Begin', accountId, sessionId: id, ver, begunAt: '2026-01-01T00:00:00.000Z' } as const
    const { version } = await here!.handle(sessionsDecider, sessionsStream(accountId), command, asking())
    return { accountId, ver, session: { id, since: version } }
  }
  const seenThere = async (token: Awaited<ReturnType<typeof begin>>) => (await callerBy(there!, token))?.id
  const register = { type: 'Register', accountId, name: '', email: '', emailKey: 'k', passwordHash: 'h' } as const
  await here!.handle(accountDecider, accountStream(accountId), register, asking())

  const first = await begin('s1', 0)
  expect(await seenThere(first)).toBe(accountId)
  expect(await seenThere(await begin('s2', 0))).toBe(accountId)
  await here!.handle(sessionsDecider, sessionsStream(accountId), { type: 'End', accountId, sessionId: 's1' }, asking())
  nowMs += 1001
  expect(await seenThere(first)).toBeUndefined()

  const change = { type: 'ChangePassword', accountId, passwordHash: 'h2', by: 'operator' } as const
  await here!.handle(accountDecider, accountStream(accountId), change, asking())
  expect(await seenThere(await begin('s3', 1))).toBe(accountId)
  nowMs += 1001
  expect(await seenThere(await begin('late', 0))).toBeUndefined()
})
