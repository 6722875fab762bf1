import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasRedis, type RedisServer, startRedis } from '../test-support/redis-server.ts'
import { openRedisTurns } from './redis-turns.ts'

type Turns = ReturnType<typeof openRedisTurns>

describe.runIf(hasRedis)('turns on a real server', () => {
  let server: RedisServer
  let [one, two]: Turns[] = []
  /** Waits until a process is connected. Before that, it takes turns by itself. */
  async function connected(turns: Turns) {
    const redis = new Redis(server.url())
    const keys = () => turns.inTurn('connected', () => redis.keys('selvedge:turn:*'))
    await expect.poll(keys).toHaveLength(1)
    redis.disconnect()
  }

  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.remove())
  beforeEach(async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    one = openRedisTurns(server.url())
    two = openRedisTurns(server.url())
    for (const turns of [one, two]) await connected(turns)
  })
  afterEach(async () => {
    await one?.close()
    await two?.close()
    vi.restoreAllMocks()
  })

  test('two processes work on one key one after the other, and the second process learns that it has waited', async () => {
    const seen: string[] = []
    const begun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const first = one!.inTurn('payment c1', async (hasWaited) => {
      seen.push(`first, waited: ${hasWaited}`)
      begun.resolve()
      await mayEnd.promise
      seen.push('first ends')
    })
    await begun.promise
    const second = two!.inTurn('payment c1', async (hasWaited) => seen.push(`second, waited: ${hasWaited}`))
    await two!.inTurn('payment c2', async (hasWaited) => seen.push(`other key, waited: ${hasWaited}`))
    mayEnd.resolve()
    await Promise.all([first, second])
    expect(seen).toEqual(['first, waited: false', 'other key, waited: false', 'first ends', 'second, waited: true'])
  })

  test('when work fails, its turn is given back', async () => {
    await expect(one!.inTurn('payment c1', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await two!.inTurn('payment c1', async (hasWaited) => hasWaited)).toBe(false)
  })

  test('a turn lasts as long as its work, because its process renews it', async () => {
    const renewing = openRedisTurns(server.url(), { lastsMs: 3_000 })
    await connected(renewing)
    const redis = new Redis(server.url())
    const seen: string[] = []
    const begun = Promise.withResolvers<void>()
    const first = renewing.inTurn('payment c1', async () => {
      begun.resolve()
      const [key] = await redis.keys('selvedge:turn:*')
      // After four renewals, the turn has lasted longer than it would without them.
      for (let [renewals, leftMs] = [0, await redis.pttl(key!)]; renewals < 4 && leftMs >= 0; await sleep(20)) {
        const nowLeftMs = await redis.pttl(key!)
        if (nowLeftMs > leftMs) renewals++
        leftMs = nowLeftMs
      }
      seen.push('first ends')
    })
    await begun.promise
    await two!.inTurn('payment c1', async () => seen.push('second'))
    await first
    redis.disconnect()
    await renewing.close()
    expect(seen).toEqual(['first ends', 'second'])
  })

  test('without a renewal a turn expires within ten seconds, before the gateway gives up a waiting request', async () => {
    const redis = new Redis(server.url())
    const leftMs = await one!.inTurn('payment c1', async () => {
      const [key] = await redis.keys('selvedge:turn:*')
      return redis.pttl(key!)
    })
    redis.disconnect()
    expect(leftMs).toBeLessThanOrEqual(10_000)
  })

  test('the turn of a process that died expires', async () => {
    const dying = openRedisTurns(server.url(), { lastsMs: 300 })
    await connected(dying)
    const begun = Promise.withResolvers<void>()
    void dying.inTurn('payment c1', () => {
      begun.resolve()
      return new Promise(() => {})
    })
    await begun.promise
    await dying.close()
    expect(await two!.inTurn('payment c1', async (hasWaited) => hasWaited)).toBe(true)
  })
})

test('while Redis is unavailable, each process takes turns by itself', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const turns = openRedisTurns('redis://127.0.0.1:1')
  expect(await turns.inTurn('payment c1', async () => 'done')).toBe('done')
  await turns.close()
  vi.restoreAllMocks()
})
