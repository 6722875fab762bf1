import { countersContract } from '@shop/stores/counters/contract/counters-contract'
import type { Counters } from '@shop/stores/counters/counters'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasRedis, type RedisServer, startRedis } from '../test-support/redis-server.ts'
import { openRedisCounters } from './redis-counters.ts'

const budget = () => ({ name: `tries ${crypto.randomUUID()}`, points: 2, seconds: 60 })

describe.runIf(hasRedis)('on a real server', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.remove())

  countersContract(async () => openRedisCounters(server.url()))

  describe('counts in Redis', () => {
    let [one, two]: Counters[] = []
    beforeEach(() => {
      vi.spyOn(process.stderr, 'write').mockReturnValue(true)
      one = openRedisCounters(server.url(1))
      two = openRedisCounters(server.url(1))
    })
    afterEach(async () => {
      await one?.close()
      await two?.close()
      vi.restoreAllMocks()
    })

    test('are shared by all processes', async () => {
      const tries = budget()
      // Waits until all processes are connected. Before that, each process counts by itself.
      const connected = async () => {
        await one!.counter(tries).forget('connected')
        await one!.counter(tries).take('connected')
        return two!.counter(tries).look('connected')
      }
      await expect.poll(connected).toMatchObject({ taken: 1 })
      const [first, second] = [one!.counter(tries), two!.counter(tries)]
      const counts = await Promise.all([1, 2, 3, 4].flatMap(() => [first.take('client'), second.take('client')]))
      expect(counts.filter(({ isOver }) => !isOver)).toHaveLength(2)
    })

    test('do not show their keys, and expire', async () => {
      const tries = budget()
      const redis = new Redis(server.url(1))
      const taken = async () => {
        await one!.counter(tries).take('203.0.113.7 ada')
        const [key = ''] = await redis.keys(`selvedge:limit:${tries.name}:*`)
        return key
      }
      await expect.poll(taken).toMatch(/^selvedge:limit:[^:]+:[\w-]{22}$/)
      expect(await redis.ttl(await taken())).toBeGreaterThan(0)
      expect((await redis.keys('*')).join()).not.toMatch(/203\.0|\bada\b/)
      redis.disconnect()
    })
  })

  test('while Redis is unavailable or hangs, each process limits by itself; afterwards all limit together again', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const mine = await startRedis()
    const counters = openRedisCounters(mine.url())
    const tries = budget()
    const counter = counters.counter(tries)
    await counter.take('client')
    mine.signal('SIGSTOP')
    expect((await counter.take('hung')).isOver).toBe(false)
    mine.signal('SIGCONT')
    await mine.end('SIGKILL')
    const counts = []
    for (let n = 0; n < 4; n++) counts.push((await counter.take('away')).isOver)
    expect(counts).toEqual([false, false, true, true])
    await mine.start()
    const other = openRedisCounters(mine.url())
    const back = async () => {
      await counter.take('back')
      return (await other.counter(tries).look('back')).taken
    }
    await expect.poll(back).toBeGreaterThan(0)
    await Promise.all([counters.close(), other.close()])
    await mine.remove()
    vi.restoreAllMocks()
  })
})
