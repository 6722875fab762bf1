import { once } from 'node:events'
import { setImmediate as afterReading } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { hasRedis, startRedis } from '../test-support/redis-server.ts'
import { connectForCalls } from './connection.ts'

const LIMIT_MS = 50

test.runIf(hasRedis)('after a pause of this process, an answer of Redis that has already arrived counts', async () => {
  const { redis } = await connected()
  // The next thing that Node does is to run timers.
  await afterReading()
  const begunAt = performance.now()
  const answers = Promise.all([redis.ping(), redis.pipeline().ping().exec()])
  while (performance.now() - begunAt < 4 * LIMIT_MS);
  expect(await answers).toEqual(['PONG', [[null, 'PONG']]])
})

test.runIf(hasRedis)('a call that Redis does not answer in time fails', async () => {
  const { server, redis } = await connected()
  server.signal('SIGSTOP')
  await expect(redis.ping()).rejects.toThrow('There was no answer within 50 ms')
  server.signal('SIGCONT')
})

async function connected() {
  const server = await startRedis()
  onTestFinished(() => server.remove())
  const redis = connectForCalls(server.url(), LIMIT_MS)
  onTestFinished(() => redis.disconnect())
  await once(redis, 'ready')
  return { server, redis }
}
