import { setTimeout as sleep } from 'node:timers/promises'
import type { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Stored } from './work.ts'

const LOOK_EVERY_MS = 1_000
/** A larger difference shows that the wall clock was set back. Rounding causes smaller differences. */
const SET_BACK_MS = 1_000
const AT_A_TIME = 100
/** STORAGE FORMAT. BullMQ sorts delayed jobs by their due time in ms, multiplied by this number. */
const SCORES_OF_A_MS = 0x1000

/**
 * BullMQ compares the times of delayed jobs with the wall clock, which may have been set back. Until `signal` aborts, this function starts
 * the jobs that are due by the clock `now` (reliability R21). First shortens the waits that began while the clock was ahead.
 */
export async function promoteLate(queue: Queue<Stored>, redis: Redis, now: () => number, signal: AbortSignal) {
  while (!signal.aborted && !(await shortenWaits(queue, redis, now()).catch(() => false)))
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
  while (!signal.aborted) {
    // If Redis is unavailable, the next round finds the same jobs.
    if (now() - Date.now() > SET_BACK_MS) await promoteDue(queue, redis, now()).catch(() => {})
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
  }
}

async function promoteDue(queue: Queue, redis: Redis, nowMs: number) {
  const due = (nowMs + 1) * SCORES_OF_A_MS - 1
  const ids = await redis.zrangebyscore(queue.toKey('delayed'), 0, due, 'LIMIT', 0, AT_A_TIME)
  for (const id of ids) await (await queue.getJob(id))?.promote()
}

/** A job waits at most its own delay from now. */
async function shortenWaits(queue: Queue<Stored>, redis: Redis, nowMs: number) {
  const found = await redis.zrangebyscore(queue.toKey('delayed'), '-inf', '+inf', 'WITHSCORES')
  for (let n = 0; n < found.length; n += 2) {
    const job = await queue.getJob(String(found[n]))
    const delayMs = Math.min(Number(job?.delay), job?.data.againInMs ?? job?.opts.delay ?? 0)
    const isLong = Number(found[n + 1]) / SCORES_OF_A_MS > nowMs + delayMs + SET_BACK_MS
    if (isLong) await job?.changeDelay(delayMs)
  }
  return true
}
