import { openBullMqJobQueue } from '@shop/shared/job-queue/bullmq'
import { openMongoReadStore } from '@shop/shared/read-store/mongodb'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { hasMongod, type MongoServer, startMongo } from '../../../shared/test-support/mongo-server.ts'
import { hasRedis, type RedisServer, startRedis } from '../../../shared/test-support/redis-server.ts'
import { guestCartContract } from './contract.ts'

describe.runIf(hasMongod && hasRedis)('on real servers', () => {
  let mongo: MongoServer
  let redis: RedisServer
  const closing: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    ;[mongo, redis] = await Promise.all([startMongo(), startRedis()])
  })
  afterAll(() => Promise.all([mongo.remove(), redis.remove()]))

  guestCartContract('in MongoDB and Redis', 1_000, async () => {
    await redis.flush()
    const readStore = await openMongoReadStore(mongo.url(`models-${crypto.randomUUID()}`))
    const queue = await openBullMqJobQueue(redis.url())
    closing.push(readStore.close, queue.close)
    return { readStore, queue, loseJobs: () => redis.flush().then(() => queue) }
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
})
