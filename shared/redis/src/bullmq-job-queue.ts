import { setTimeout as sleep } from 'node:timers/promises'
import { steadyClock } from '@shop/stores/followed-clock'
import type { Job, JobQueue } from '@shop/stores/job-queue/job-queue'
import { LEASE_MS } from '@shop/stores/lease'
import { logFact } from '@shop/stores/logger/logger'
import { Queue } from 'bullmq'
import { COMMAND_MS, calling, connectForCalls, PREFIX } from './connection.ts'
import { createProcesses } from './processes.ts'
import { promoteLate } from './promote-late.ts'
import { QUEUE, type Stored, storedJob, workOnJobs } from './work.ts'

const OPEN_WITHIN_MS = 2_000
const LOCK_MS = 10_000
/** How many jobs one call may add, so that the call stays far below its time limit. */
const CHUNK = 250

/**
 * The queue on a Redis server (`redis://…`), for any number of workers. While Redis is unreachable, `add` and `put` throw. The jobs of
 * `add` are added later from the log, because the checkpoint moves only after the jobs were added.
 */
export async function openBullMqJobQueue(
  url: string,
  { leaseMs = LEASE_MS, lockMs = LOCK_MS, commandMs = COMMAND_MS, now = steadyClock() } = {},
): Promise<JobQueue> {
  const redis = connectForCalls(url, commandMs)
  // If a busy server did not answer the version check in time, the queue would never open.
  const queue = new Queue<Stored>(QUEUE, {
    connection: redis,
    prefix: PREFIX,
    skipVersionCheck: true,
    streams: { events: { maxLen: 100 } },
  })
  queue.on('error', () => {})
  const processes = createProcesses(redis, leaseMs)
  await Promise.race([new Promise((resolve) => redis.once('ready', resolve)), sleep(OPEN_WITHIN_MS)])
  await warnOfEviction()

  async function warnOfEviction() {
    const memory = await calling(redis, () => redis.info('memory')).catch(() => '')
    const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1]
    if (policy && policy !== 'noeviction')
      logFact('error', 'Redis may delete jobs. Set its maxmemory-policy to noeviction', { policy })
  }

  async function put(jobs: readonly Job[]) {
    for (let start = 0; start < jobs.length; start += CHUNK) {
      const chunk = jobs.slice(start, start + CHUNK)
      await calling(redis, () => queue.addBulk(chunk.map((job) => storedJob(job, now))))
    }
  }

  return {
    async add(process, upTo, jobs) {
      await put(jobs)
      await processes.move(process, upTo)
    },

    put,
    checkpoint: processes.checkpoint,
    lease: processes.take,
    work: async (handle, signal) => {
      await Promise.all([workOnJobs(url, handle, signal, { lockMs, now }), promoteLate(queue, redis, now, signal)])
    },

    async close() {
      await processes.releaseAll()
      await queue.close()
      redis.disconnect()
    },
  }
}
