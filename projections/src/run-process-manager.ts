import { once } from 'node:events'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { steadyClock } from '@shop/stores/followed-clock'
import type { JobQueue } from '@shop/stores/job-queue/job-queue'
import { createFollower } from './follow-together.ts'
import { keepLeases } from './leases.ts'
import type { ProcessManager } from './process-manager.ts'
import { createRounds } from './rounds.ts'

type Options = { onError: (error: unknown) => void; now?: () => number }

/**
 * Queues the commands of the process managers until `signal` aborts. A crash loses no job, but a job can be queued twice under the same id.
 * A process manager that throws at an event gets its own reader of the log, so that the other process managers need not wait.
 */
export async function runProcesses(
  processes: readonly ProcessManager[],
  log: EventReader,
  queue: JobQueue,
  signal: AbortSignal,
  { onError, now = steadyClock() }: Options,
): Promise<void> {
  const apart = new Set<string>()
  const onThrow = (name: string) => {
    if (apart.has(name)) return
    apart.add(name)
    rounds.next()
  }
  const followTogether = createFollower({ log, queue, onError, onThrow, now })
  const rounds = createRounds(signal)
  const names = processes.map(({ name }) => name)
  const leases = keepLeases(names, queue.lease, signal, rounds.next)
  await leases.settled
  await rounds.run(async (until) => {
    const ours = processes.filter(({ name }) => leases.has(name))
    const groups = Map.groupBy(ours, ({ name }) => (apart.has(name) ? name : 'together'))
    if (groups.size > 0) await Promise.all(Array.from(groups.values(), (group) => followTogether(group, until)))
    else if (!until.aborted) await once(until, 'abort')
  })
  await leases.release()
}
