import { createHash } from 'node:crypto'
import { counterOver, oncePerName } from '@shop/stores/counters/counter-over'
import type { Budget, Counter, Counters } from '@shop/stores/counters/counters'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { connectForCalls, PREFIX } from './connection.ts'

export const LIMITS = `${PREFIX}:limit`

/**
 * Counts on a Redis server (`redis://…`), for any number of processes. STORAGE FORMAT: `selvedge:limit:<budget>:<digest of the key>` is a
 * number that expires.
 */
export function openRedisCounters(url: string): Counters {
  const redis = connectForCalls(url)
  return {
    counter: oncePerName((budget) => underDigests(counterOver(limiterOf(budget, redis)))),
    async close() {
      redis.disconnect()
    },
  }
}

function limiterOf({ name, points, seconds }: Budget, storeClient: Redis) {
  const budget = { keyPrefix: `${LIMITS}:${name}`, points, duration: seconds }
  const insuranceLimiter = new RateLimiterMemory(budget)
  return new RateLimiterRedis({ ...budget, storeClient, rejectIfRedisNotReady: true, insuranceLimiter })
}

/** A key may be an address, an account or a guest id, so only its digest is stored. */
const underDigests = ({ take, look, giveBack, forget }: Counter): Counter => ({
  take: (key) => take(digestOf(key)),
  look: (key) => look(digestOf(key)),
  giveBack: (key) => giveBack(digestOf(key)),
  forget: (key) => forget(digestOf(key)),
})

const digestOf = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22)
