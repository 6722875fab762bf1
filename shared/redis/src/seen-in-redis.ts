import { NOTHING_SEEN, type Seen, seenUpTo } from '@shop/stores/seen/seen'
import { connectForWork } from './connection.ts'
import { PROCESSES, positionIn } from './processes.ts'

const WITHIN_MS = 2_000

/**
 * How far the process managers have read a log, by their checkpoints on a Redis server. Empty if the server does not answer within two
 * seconds.
 */
export async function seenInRedis(url: string): Promise<Seen> {
  const redis = connectForWork(url)
  const late = Promise.withResolvers<Seen>()
  const timer = setTimeout(() => late.resolve(NOTHING_SEEN), WITHIN_MS)
  try {
    return await Promise.race([seen(), late.promise])
  } finally {
    clearTimeout(timer)
    redis.disconnect()
  }

  async function seen() {
    const positions: string[] = []
    for await (const keys of redis.scanStream({ match: PROCESSES, count: 1_000 }))
      for (const key of keys as string[]) positions.push(await positionIn(redis, key))
    return seenUpTo(positions)
  }
}
