import { ShopError } from '@shop/language/errors'
import { defect, logFact } from '@shop/logger/logger'
import { Redis, type RedisOptions } from 'ioredis'

const COMMAND_MS = 200
const LONGEST_PAUSE_MS = 2_000

/** Everything of ours in Redis has a name that begins so. */
export const PREFIX = 'selvedge'

/** For calls that somebody waits for: away or silent, Redis fails them at once, and none is made later instead. */
export const connectForCalls = (url: string) =>
  connect(url, {
    commandTimeout: COMMAND_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  })

/** For a worker, which waits as long as it takes: BullMQ wants no limit of retries there. */
export const connectForWork = (url: string) => connect(url, { maxRetriesPerRequest: null })

type Patience = Pick<
  RedisOptions,
  'commandTimeout' | 'enableOfflineQueue' | 'autoResendUnfulfilledCommands' | 'maxRetriesPerRequest'
>

function connect(url: string, patience: Patience): Redis {
  const redis = new Redis(url, {
    connectTimeout: 2_000,
    retryStrategy: (times) => Math.min(50 * 2 ** times, LONGEST_PAUSE_MS),
    ...patience,
  })
  let isAway = false
  redis.on('error', (error) => {
    if (!isAway) logFact('warn', 'Redis cannot be reached', defect(error))
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) logFact('info', 'Redis is back')
    isAway = false
  })
  return redis
}

/** ShopError UNAVAILABLE when the call fails, or Redis is away and it is not even tried. */
export async function calling<T>(redis: Redis, call: () => Promise<T>): Promise<T> {
  if (redis.status !== 'ready') throw new ShopError('UNAVAILABLE', 'The job queue cannot be reached')
  return call().catch((cause) => {
    throw new ShopError('UNAVAILABLE', 'The job queue cannot be reached', { cause })
  })
}
