import { type Position, START } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { JobQueue } from '@shop/stores/job-queue/job-queue'
import { createPauseAfterFailure } from './pause-after-failure.ts'
import type { ProcessManager } from './process-manager.ts'

type Queue = Pick<JobQueue, 'lease' | 'checkpoint' | 'add'>

/** Keeps the log's head as a checkpoint at once: what happens from now on is not passed over after a failure. Returns it. */
export async function keepHead(name: string, log: EventReader, queue: Pick<JobQueue, 'add'>): Promise<Position> {
  const head = await log.head()
  if (head !== START) await queue.add(name, head, [])
  return head
}

/**
 * Lets process managers that begin at the head, and have no checkpoint in this log, begin there. Called before anybody is served, so that
 * nothing is missed of a new shop. A process manager whose lease another process has was begun by that.
 */
export async function beginAtHead(processes: readonly ProcessManager[], log: EventReader, queue: Queue): Promise<void> {
  for (const { name } of processes.filter(({ begins }) => begins === 'at the head')) {
    const lease = await queue.lease(name)
    if (!lease) continue
    try {
      const checkpoint = await queue.checkpoint(name)
      if (checkpoint === START || !(await log.has(checkpoint))) await keepHead(name, log, queue)
    } finally {
      await lease.release()
    }
  }
}

/** The same over a server, which may be away at the start: tried until it has answered, or `signal` aborts. */
export async function beginAtHeadOnceReached(
  processes: readonly ProcessManager[],
  log: EventReader,
  queue: Queue,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  const pause = createPauseAfterFailure(signal, onError)
  let hasBegun = false
  while (!hasBegun && !signal.aborted)
    await pause.around(async () => {
      await beginAtHead(processes, log, queue)
      hasBegun = true
    })
}
