import { afterAll, beforeAll, describe } from 'vitest'
import { hasRedis, type RedisServer, startRedis } from '../../test-support/redis-server.ts'
import { openBullMqJobQueue } from './bullmq.ts'
import { jobQueueContract } from './contract.ts'

describe.runIf(hasRedis)('on a real server', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.remove())

  jobQueueContract('BullMQ', async () => ({
    open: () => openBullMqJobQueue(server.url()),
    remove: async () => {},
  }))
})
