import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasRedis, type RedisServer, startRedis } from '../test-support/redis-server.ts'
import { createProcesses } from './processes.ts'

/** Enough time for a holder on a busy machine. */
const LEASE_MS = 1_500
const PROCESS = 'counting@1'

describe.runIf(hasRedis)('when Redis has moved a checkpoint but not answered yet, the process manager', () => {
  let server: RedisServer
  let redis: Redis
  let answerToMove: PromiseWithResolvers<void>
  let renewals: number
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.remove())
  beforeEach(async () => {
    redis = new Redis(server.url())
    await redis.flushall()
    answerToMove = Promise.withResolvers()
    renewals = 0
    const run = redis.eval.bind(redis) as (...args: unknown[]) => Promise<unknown>
    redis.eval = (async (script: string, ...args: unknown[]) => {
      const answer = await run(script, ...args)
      if (script.includes("'position', ARGV")) await answerToMove.promise
      if (!script.includes('HINCRBY') && script.includes("'until', now")) renewals += 1
      return answer
    }) as typeof redis.eval
  })
  afterEach(() => redis.disconnect())

  const positionInRedis = () => redis.hget(`selvedge:process:${PROCESS}`, 'position')
  const moreRenewals = async () => {
    const before = renewals
    await expect.poll(() => renewals, { interval: 5 }).toBeGreaterThan(before)
  }

  async function moving(processes: ReturnType<typeof createProcesses>) {
    const lease = (await processes.take(PROCESS))!
    await processes.checkpoint(PROCESS)
    const move = processes.move(PROCESS, '1')
    await expect.poll(positionInRedis, { interval: 5 }).toBe('1')
    await moreRenewals()
    return { lease, move }
  }

  test('keeps its lease while the checkpoint moves and afterwards', async () => {
    const { lease, move } = await moving(createProcesses(redis, LEASE_MS))
    expect(lease.lost.aborted).toBe(false)
    answerToMove.resolve()
    await move
    await moreRenewals()
    expect(lease.lost.aborted).toBe(false)
    await lease.release()
  })

  test('keeps its lease if the answer never comes, and learns the checkpoint that Redis has', async () => {
    const processes = createProcesses(redis, LEASE_MS)
    const { lease, move } = await moving(processes)
    answerToMove.reject(new Error('the connection broke'))
    await expect(move).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await moreRenewals()
    expect(lease.lost.aborted).toBe(false)
    answerToMove = Promise.withResolvers()
    answerToMove.resolve()
    await expect(processes.move(PROCESS, '2')).rejects.toThrow('starts again')
    expect(await processes.checkpoint(PROCESS)).toBe('1')
    await lease.release()
  })

  test('loses its lease if the checkpoint in Redis is neither the old nor the new checkpoint of the move', async () => {
    const processes = createProcesses(redis, LEASE_MS)
    const { lease, move } = await moving(processes)
    await redis.flushall()
    await expect.poll(() => lease.lost.aborted).toBe(true)
    answerToMove.resolve()
    await move
    expect(await processes.releaseAll()).toHaveLength(0)
  })

  test('ignores a late answer if its lease was taken again meanwhile', async () => {
    const processes = createProcesses(redis, LEASE_MS)
    const { move } = await moving(processes)
    const lease = (await processes.take(PROCESS))!
    // Makes it look as if another worker had the lease in between.
    await redis.hset(`selvedge:process:${PROCESS}`, 'position', '7')
    expect(await processes.checkpoint(PROCESS)).toBe('7')
    answerToMove.resolve()
    await expect(move).rejects.toThrow('starts again')
    await processes.move(PROCESS, '8')
    expect(await positionInRedis()).toBe('8')
    await lease.release()
  })
})
