import { openMongoReadStore } from '@shop/mongodb/read-store/mongodb-read-store'
import { hasMongod, type MongoServer, startMongo } from '@shop/mongodb/test-support/mongo-server'
import { openBullMqJobQueue } from '@shop/redis/bullmq-job-queue'
import { hasRedis, type RedisServer, startRedis } from '@shop/redis/test-support/redis-server'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { guestCartContract } from './contract.ts'

describe.runIf(hasMongod && hasRedis)('on real servers', () => {
  let mongo: MongoServer
  let redis: RedisServer
  const closing: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    ;[mongo, redis] = await Promise.all([startMongo(), startRedis()])
  })
  afterAll(() => Promise.all([mongo.remove(), redis.remove()]))

  guestCartContract('in MongoDB and Redis', 400, async () => {
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
