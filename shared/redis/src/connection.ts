import { StoreUnavailable } from '@shop/language/errors'
import { defect, logFact } from '@shop/stores/logger/logger'
import { within } from '@shop/stores/time-limit'
import { type Command, Redis, type RedisOptions } from 'ioredis'

/** The time limit of a call if its caller waits for the answer. */
export const COMMAND_MS = 200
const LONGEST_PAUSE_MS = 2_000

export const PREFIX = 'selvedge'

/**
 * This connection is for calls whose callers wait. While Redis is unreachable the calls fail immediately, and they are not repeated later.
 */
export const connectForCalls = (url: string, commandMs = COMMAND_MS) =>
  connect(url, {
    commandTimeout: commandMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  })

/** This connection is for a worker, which waits as long as necessary. BullMQ requires unlimited retries for this. */
export const connectForWork = (url: string) => connect(url, { maxRetriesPerRequest: null })

type RetryOptions = Pick<
  RedisOptions,
  'commandTimeout' | 'enableOfflineQueue' | 'autoResendUnfulfilledCommands' | 'maxRetriesPerRequest'
>

/** Only this time limit counts an answer that arrived while the process was paused (time-limit.ts). */
class PatientRedis extends Redis {
  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]) {
    command.setTimeout = (ms) => void within(ms, () => command.promise).catch(command.reject)
    return super.sendCommand(command, stream)
  }
}

function connect(url: string, patience: RetryOptions): Redis {
  const redis = new PatientRedis(url, {
    connectTimeout: 2_000,
    retryStrategy: (times) => Math.min(50 * 2 ** times, LONGEST_PAUSE_MS),
    ...patience,
  })
  let isUnreachable = false
  redis.on('error', (error) => {
    if (!isUnreachable) logFact('warn', 'Redis cannot be reached', defect(error))
    isUnreachable = true
  })
  redis.on('ready', () => {
    if (isUnreachable) logFact('info', 'Redis can be reached again')
    isUnreachable = false
  })
  return redis
}

/** Throws StoreUnavailable if the call fails, and immediately while Redis is unreachable. */
export async function calling<T>(redis: Redis, call: () => Promise<T>): Promise<T> {
  if (redis.status !== 'ready') throw new StoreUnavailable('The job queue cannot be reached')
  return call().catch((cause) => {
    throw new StoreUnavailable('The job queue cannot be reached', { cause })
  })
}
