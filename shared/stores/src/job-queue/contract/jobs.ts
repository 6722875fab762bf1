import type { QueuedCommand } from '@shop/language/commands'
import type { Job, JobOutcome, JobQueue } from '../job-queue.ts'

export type Handle = (job: { id: string; command: QueuedCommand }) => Promise<JobOutcome>

export function newJob(delayMs?: number): Job & { command: { checkoutId: string } } {
  const checkoutId = crypto.randomUUID()
  return { id: crypto.randomUUID(), command: { type: 'PlaceOrder', checkoutId }, ...(delayMs && { delayMs }) }
}

/** Returns the ids of the jobs in the order of their starts. */
export async function workedOn(queue: JobQueue, count: number, handle: Handle = async () => undefined) {
  const begun: string[] = []
  const stop = new AbortController()
  let handled = 0
  await queue.work(async (one) => {
    begun.push(one.id)
    try {
      return await handle(one)
    } finally {
      if (++handled === count) stop.abort()
    }
  }, stop.signal)
  return begun
}
