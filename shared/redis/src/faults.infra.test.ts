import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import type { Job, JobQueue } from '@shop/stores/job-queue/job-queue'
import { within } from '@shop/stores/time-limit'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasRedis, type RedisServer, startRedis } from '../test-support/redis-server.ts'
import { openBullMqJobQueue } from './bullmq-job-queue.ts'

const LEASE_MS = 600
const LOCK_MS = 1_000
const LOST_BYTES = 50_000
const PROCESS = 'reserve-stock@1'
const positionOf = (n: number) => String(n).padStart(8, '0')
const jobOf = (n: number): Job => ({ id: `event-${n}`, command: { type: 'ReserveStock', checkoutId: String(n) } })

describe.runIf(hasRedis)('jobs on a Redis that fails', () => {
  let server: RedisServer
  let queue: JobQueue
  let stop: AbortController
  beforeEach(async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    stop = new AbortController()
    server = await startRedis()
    queue = await open()
  })
  afterEach(async () => {
    stop.abort()
    await queue.close()
    await server.remove()
    vi.restoreAllMocks()
  })
  const open = () => openBullMqJobQueue(server.url(), { leaseMs: LEASE_MS, lockMs: LOCK_MS })
  const flush = async () => {
    const redis = new Redis(server.url())
    await redis.flushall()
    await redis.quit()
  }

  /** Adds a job for each number, as a process manager does for each event. Starts from the checkpoint, and again after each failure. */
  async function askOn(signal: AbortSignal, upTo: number) {
    while (!signal.aborted)
      try {
        const lease = await queue.lease(PROCESS)
        let at = Number((await queue.checkpoint(PROCESS)) || 0)
        while (!signal.aborted && at < upTo && !lease?.lost.aborted) {
          const numbers = Array.from({ length: Math.min(5, upTo - at) }, (_, n) => at + 1 + n)
          await queue.add(PROCESS, positionOf(numbers.at(-1)!), numbers.map(jobOf))
          at = numbers.at(-1)!
          await sleep(2)
        }
        while (!signal.aborted && !lease?.lost.aborted) await sleep(10)
      } catch {
        await sleep(50)
      }
  }

  /** Cuts off the end of the file. A power cut does this if the file is synced only every second. */
  function loseTheEnd() {
    const folder = join(server.folder, 'appendonlydir')
    const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.incr.aof')) ?? '')
    truncateSync(file, Math.max(0, statSync(file).size - LOST_BYTES))
  }

  const done = new Set<string>()
  const handle = async ({ id }: { id: string }) => {
    done.add(id)
    return undefined
  }

  test('no job is lost when Redis is killed under load and loses its last second', async () => {
    const asked = 3_000
    done.clear()
    const asking = askOn(stop.signal, asked)
    const working = queue.work(handle, stop.signal)
    for (let kills = 0; kills < 3; kills += 1) {
      await sleep(600)
      await server.end('SIGKILL')
      loseTheEnd()
      await server.start()
    }
    // There may be more jobs: the answer to a job may have been lost in the kill although the job was added.
    await expect.poll(() => done.size).toBeGreaterThanOrEqual(asked)
    stop.abort()
    await Promise.all([asking, working])
  })

  test('after a flush the process manager starts again and every job is added again', async () => {
    const asked = 200
    done.clear()
    const asking = askOn(stop.signal, asked)
    await expect.poll(() => queue.checkpoint(PROCESS).catch(() => '')).toBe(positionOf(asked))
    await flush()
    const working = queue.work(handle, stop.signal)
    await expect.poll(() => done.size).toBe(asked)
    stop.abort()
    await Promise.all([asking, working])
  })

  test('after a flush, jobs are refused until the checkpoint was read again', async () => {
    await queue.add(PROCESS, '1', [jobOf(1)])
    await flush()
    await expect(queue.add(PROCESS, '2', [jobOf(2)])).rejects.toThrow('starts again')
    expect(await queue.checkpoint(PROCESS)).toBe(START)
    await queue.add(PROCESS, '1', [jobOf(1)])
  })

  test('a worker that a full Redis refuses again and again logs it once a minute', async () => {
    const redis = new Redis(server.url())
    const working = queue.work(handle, stop.signal)
    await queue.add(PROCESS, '1', [jobOf(1)])
    await redis.config('SET', 'maxmemory', '1')
    const lines = vi.mocked(process.stderr.write)
    const refused = () => lines.mock.calls.filter(([line]) => String(line).includes('worker of the job queue'))
    await expect.poll(refused, { timeout: 15_000 }).not.toEqual([])
    await sleep(3_000)
    expect(refused()).toHaveLength(1)
    await redis.config('SET', 'maxmemory', '0')
    await redis.quit()
    stop.abort()
    await working
  })

  test('a worker asks a read-only Redis about once a second, and goes on afterwards', async () => {
    const redis = new Redis(server.url())
    const scripts = async () => Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1])
    const numbers = Array.from({ length: 200 }, (_, n) => n)
    done.clear()
    await queue.put(numbers.map(jobOf))
    const slow = async (job: { id: string }) => {
      await sleep(20)
      return handle(job)
    }
    const working = queue.work(slow, stop.signal)
    await expect.poll(() => done.size).toBeGreaterThan(0)
    await redis.replicaof('127.0.0.1', 1)
    await sleep(500)
    const before = await scripts()
    await sleep(2_000)
    expect((await scripts()) - before).toBeLessThan(20)
    await redis.replicaof('NO', 'ONE')
    await expect.poll(() => done.size).toBe(numbers.length)
    await redis.quit()
    stop.abort()
    await working
  })

  test('when a worker is killed, the next worker handles its job', async () => {
    const script = new URL('../test-support/bullmq-worker.ts', import.meta.url).pathname
    const worker = spawn(process.execPath, [script, server.url(), String(LOCK_MS)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await queue.add(PROCESS, '1', [jobOf(1)])
    const [taken] = await once(worker.stdout, 'data')
    expect(String(taken).trim()).toBe('event-1')
    worker.kill('SIGKILL')
    done.clear()
    const working = queue.work(handle, stop.signal)
    await expect.poll(() => [...done]).toEqual(['event-1'])
    stop.abort()
    await working
  })

  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'while Redis is unreachable (%s), a call is refused at once, and work can be stopped',
    async (signal) => {
      await queue.checkpoint(PROCESS)
      const working = queue.work(handle, stop.signal)
      await sleep(100)
      if (signal === 'SIGSTOP') server.signal(signal)
      else await server.end(signal)
      await sleep(50)
      const calls = [
        () => queue.add(PROCESS, '1', [jobOf(1)]),
        () => queue.checkpoint(PROCESS),
        () => queue.lease(PROCESS),
      ]
      // A busy machine delays this timer and the timer of the calls' limit alike.
      for (const answer of await within(600, () => Promise.allSettled<unknown>(calls.map((call) => call()))))
        expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } })
      stop.abort()
      await within(10_000, () => working)
    },
  )

  test('a queue that is opened while Redis is unreachable works once Redis is back', async () => {
    await server.end('SIGKILL')
    const early = await open()
    await expect(early.add(PROCESS, '1', [jobOf(1)])).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    done.clear()
    const working = early.work(handle, stop.signal)
    await server.start()
    await expect
      .poll(() =>
        early.add(PROCESS, '1', [jobOf(1)]).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await expect.poll(() => [...done]).toEqual(['event-1'])
    stop.abort()
    await working
    await early.close()
  })

  test('a Redis that skips the transactions in its file loses jobs and checkpoint together', async () => {
    // Redis reads its file with the rights of the default user. Several versions then skip transactions without these rights.
    const mayOnlyPing = ['default', 'on', 'nopass', '~*', '-@all', '+ping']
    const strict = await startRedis([mayOnlyPing, ['jobs', 'on', 'nopass', '~*', '&*', '+@all']])
    const url = strict.url().replace('//', '//jobs:any@')
    const before = await openBullMqJobQueue(url)
    await before.add(PROCESS, positionOf(1), [jobOf(1)])
    await before.close()
    await strict.end()
    await strict.start()
    const after = await openBullMqJobQueue(url)
    const handled: string[] = []
    const working = after.work(async ({ id }) => void handled.push(id), stop.signal)
    // If the job is lost, the checkpoint must be lost too. Then the process manager adds the job again.
    if ((await after.checkpoint(PROCESS)) === START) await after.add(PROCESS, positionOf(1), [jobOf(1)])
    await expect.poll(() => handled).toEqual(['event-1'])
    stop.abort()
    await working
    await after.close()
    await strict.remove()
  })
})
