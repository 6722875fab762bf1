import { Redis } from 'ioredis'
import { PREFIX } from './connection.ts'
import { LIMITS } from './redis-counters.ts'

const PAGE = 500

/** `onlyLimits`: the user in the address may read only the counts of limits. */
export async function* redisContents(
  url: string,
  onlyLimits: boolean,
): AsyncGenerator<Readonly<{ place: string; bytes: Uint8Array }>> {
  const redis = new Redis(url, { connectTimeout: 5_000, maxRetriesPerRequest: 1 })
  // The failed call also rejects with this error.
  redis.on('error', () => {})
  try {
    for (let cursor = '0', first = true; first || cursor !== '0'; first = false) {
      const [next, keys] = await redis.scan(cursor, 'MATCH', `${onlyLimits ? LIMITS : PREFIX}:*`, 'COUNT', PAGE)
      cursor = next
      for (const key of keys)
        yield { place: `Redis, ${key}`, bytes: Buffer.from(`${key}\n${JSON.stringify(await contentOf(redis, key))}`) }
    }
  } finally {
    redis.disconnect()
  }
}

async function contentOf(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key)
    case 'hash':
      return redis.hgetall(key)
    case 'list':
      return redis.lrange(key, 0, -1)
    case 'set':
      return redis.smembers(key)
    case 'zset':
      return redis.zrange(key, '0', '-1')
    case 'stream':
      return redis.xrange(key, '-', '+')
    default:
      return undefined
  }
}
