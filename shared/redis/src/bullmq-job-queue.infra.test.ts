import { setTimeout as sleep } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import { jobQueueContract } from '@shop/stores/job-queue/contract/job-queue-contract'
import type { Job, JobQueue } from '@shop/stores/job-queue/job-queue'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasRedis, type RedisServer, startRedis } from '../test-support/redis-server.ts'
import { openBullMqJobQueue } from './bullmq-job-queue.ts'

/** Enough time for a holder on a busy machine. The lease is renewed every second. */
const LEASE_MS = 3_000
/** A busy machine may answer late. These tests are not about an unavailable Redis, so calls may take long. */
const PATIENT = { commandMs: 60_000 }
const HOUR_MS = 60 * 60_000
/** The delay of a delayed job. It is measured by a clock that the test does not set. */
const LATER_MS = 1_500

describe.runIf(hasRedis)('on a real server', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.remove())

  jobQueueContract('BullMQ', async () => ({
    open: () => openBullMqJobQueue(server.url(), PATIENT),
    remove: async () => {},
  }))

  describe('jobs in Redis', () => {
    let process: string
    let [one, two]: JobQueue[] = []
    let stop: AbortController
    beforeEach(async () => {
      process = `process-${crypto.randomUUID()}`
      stop = new AbortController()
      vi.spyOn(globalThis.process.stderr, 'write').mockReturnValue(true)
      one = await openBullMqJobQueue(server.url(1), { ...PATIENT, leaseMs: LEASE_MS })
      two = await openBullMqJobQueue(server.url(1), { ...PATIENT, leaseMs: LEASE_MS })
    })
    afterEach(async () => {
      stop.abort()
      await one?.close()
      await two?.close()
      vi.restoreAllMocks()
    })
    const queues = () => [one!, two!] as const
    const job = (id: string): Job => ({ id, command: { type: 'PlaceOrder', checkoutId: id } })

    test('the id of a job may be a number and may contain colons', async () => {
      const [queue] = queues()
      const ids = ['7', 'a:b', 'expire-cart-guest:1', 'ü %3A']
      await queue.add(process, '1', ids.map(job))
      const handled: string[] = []
      const working = queue.work(async ({ id }) => void handled.push(id), stop.signal)
      await expect.poll(() => handled.toSorted()).toEqual(ids.toSorted())
      stop.abort()
      await working
    })

    test('several workers share the jobs, and each is done once', async () => {
      const all = Array.from({ length: 100 }, () => crypto.randomUUID())
      const handled: string[] = []
      const working = queues().map((queue) =>
        queue.work(async ({ id }) => {
          await sleep(5)
          handled.push(id)
          return undefined
        }, stop.signal),
      )
      await queues()[0].add(process, '1', all.map(job))
      await expect.poll(() => handled.length).toBe(100)
      expect(handled.toSorted()).toEqual(all.toSorted())
      stop.abort()
      await Promise.all(working)
    })

    test('a job that is added again after it was done runs again', async () => {
      const [queue] = queues()
      const handled: string[] = []
      const working = queue.work(async ({ id }) => void handled.push(id), stop.signal)
      await queue.add(process, '1', [job('again')])
      await expect.poll(() => handled).toEqual(['again'])
      // A job is removed shortly after its handler has ended, so this waits.
      await sleep(100)
      await queue.add(process, '2', [job('again')])
      await expect.poll(() => handled).toEqual(['again', 'again'])
      stop.abort()
      await working
    })

    test('if a job requests to run again later, its count of failures starts again', async () => {
      const [queue] = queues()
      const times: number[] = []
      const outcomes = ['fails', 'fails', 'again', 'fails', 'done']
      const working = queue.work(async () => {
        const outcome = outcomes[times.push(performance.now()) - 1]
        if (outcome === 'fails') throw new Error('away')
        return outcome === 'again' ? { againInMs: 10 } : undefined
      }, stop.signal)
      await queue.add(process, '1', [job(crypto.randomUUID())])
      await expect.poll(() => times.length).toBe(5)
      const [first = 0, second = 0, asked = 0, fresh = 0] = times.slice(1).map((time, index) => time - times[index]!)
      expect([first >= 990, second >= 1990, fresh >= 990]).toEqual([true, true, true])
      expect(asked).toBeLessThan(second)
      // If the count had not started again, the pause after this third failure would be twice as long as the second.
      expect(fresh).toBeLessThan(first + second)
      stop.abort()
      await working
    })

    test('a job runs at its time even if the wall clock is set back or forward while it waits', async () => {
      const [queue] = queues()
      const handled: { id: string; atMs: number }[] = []
      const outcomes = [{ againInMs: LATER_MS }, undefined]
      const working = queue.work(async ({ id }) => {
        handled.push({ id, atMs: performance.now() })
        return id.startsWith('asks again') ? outcomes.shift() : undefined
      }, stop.signal)
      const realNow = Date.now
      const setBy = (ms: number) => vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ms)
      const delayed = (id: string) => ({ ...job(`${id} ${process}`), delayMs: LATER_MS })
      const asked = () => handled.filter(({ id }) => id.startsWith('asks again')).map(({ atMs }) => atMs)

      const addedMs = performance.now()
      await queue.add(process, '1', [delayed('before it is set back')])
      setBy(-HOUR_MS)
      await queue.add(process, '2', [delayed('while it is behind')])
      await expect.poll(() => handled.length).toBe(2)
      for (const { atMs } of handled) expect(atMs - addedMs).toBeGreaterThan(0.9 * LATER_MS)

      setBy(HOUR_MS)
      await queue.add(process, '3', [job(`asks again ${process}`)])
      await expect.poll(() => asked().length).toBe(2)
      const [first = 0, second = 0] = asked()
      expect(second - first).toBeGreaterThan(0.9 * LATER_MS)
      stop.abort()
      await working
    })

    test('a job that was delayed while the clock was ahead waits at most its delay after a restart', async () => {
      const [queue] = queues()
      const realNow = Date.now
      const tomorrow = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 24 * HOUR_MS)
      const ahead = await openBullMqJobQueue(server.url(1), PATIENT)
      const again = `again ${process}`
      await ahead.add(process, '1', [{ ...job(`delayed ${process}`), delayMs: LATER_MS }, job(again)])
      // The wall clock is already right, but this process still uses its own clock.
      tomorrow.mockRestore()
      const stopped = new AbortController()
      await ahead.work(async () => {
        stopped.abort()
        return { againInMs: LATER_MS }
      }, stopped.signal)
      await ahead.close()
      const handled: string[] = []
      const working = queue.work(async ({ id }) => void handled.push(id), stop.signal)
      await expect.poll(() => handled.length, { timeout: 10_000 }).toBe(2)
      stop.abort()
      await working
    })

    describe('a lease', () => {
      const inRedis = async (field: string, value?: string) => {
        await using opened = {
          redis: new Redis(server.url(1)),
          [Symbol.asyncDispose]: () => opened.redis.quit().then(() => {}),
        }
        if (value !== undefined) await opened.redis.hset(`selvedge:process:${process}`, field, value)
        return opened.redis.hget(`selvedge:process:${process}`, field)
      }
      async function renewed() {
        const before = await inRedis('until')
        await expect.poll(() => inRedis('until')).not.toBe(before)
      }

      test('belongs to one queue, and jobs of another queue do not move the checkpoint', async () => {
        const [one, two] = queues()
        expect(await one.lease(process)).toBeDefined()
        await renewed()
        expect(await two.lease(process)).toBeUndefined()
        await one.add(process, '1', [])
        await expect(two.add(process, '2', [])).rejects.toThrow('another worker')
        expect(await two.checkpoint(process)).toBe('1')
      })

      test('is free at once when its queue is closed', async () => {
        const [one, two] = queues()
        await one.lease(process)
        await one.close()
        expect(await two.lease(process)).toBeDefined()
      })

      test('has a fencing number, so that a late holder is refused', async () => {
        const [one, two] = queues()
        const lease = await one.lease(process)
        await one.add(process, '1', [])
        // Makes it look as if the holder had hung for longer than the lease.
        await lease?.release()
        expect(await two.lease(process)).toBeDefined()
        await expect(one.add(process, '2', [])).rejects.toThrow('another worker')
        await two.checkpoint(process)
        await two.add(process, '2', [])
        expect(await one.checkpoint(process)).toBe('2')
      })

      test('is lost when the checkpoint in Redis is not the holder’s, as after a power cut', async () => {
        const [queue] = queues()
        const lease = await queue.lease(process)
        await queue.add(process, '1', [])
        await renewed()
        expect(lease?.lost.aborted).toBe(false)
        await queue.add(process, '2', [])
        await inRedis('position', '1')
        await expect.poll(() => lease?.lost.aborted).toBe(true)
        expect(await queue.lease(process)).toBeDefined()
        expect(await queue.checkpoint(process)).toBe('1')
      })

      test('of a process manager that never ran leaves the checkpoint at the start of the log', async () => {
        const [one] = queues()
        await one.lease(process)
        expect(await one.checkpoint(process)).toBe(START)
      })
    })
  })
})
