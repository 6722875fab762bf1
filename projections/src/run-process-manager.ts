import { once } from 'node:events'
import { type Position, type Recorded, START } from '@shop/language/events/event'
import { idFrom } from '@shop/language/events/event-id'
import { type Batch, type EventReader, LogWentBack } from '@shop/stores/event-store/event-store'
import type { Job, JobQueue } from '@shop/stores/job-queue/job-queue'
import { joinedAbort } from '@shop/stores/joined-abort'
import { keepLeases } from './leases.ts'
import { createPauseAfterFailure } from './pause-after-failure.ts'
import { type Ask, asksOf, type ProcessManager } from './process-manager.ts'

/** At most this many events without a job are read again after a restart. */
const EVENTS_BETWEEN_CHECKPOINTS = 500

type ProcessState = { process: ProcessManager; position: Position; unsaved: number }
type Options = { onError: (error: unknown) => void; now?: () => number }

/**
 * Queues the commands of the process managers until `signal` aborts. One reader serves all; each one's jobs are added
 * with its checkpoint, so that after a crash they are added again under the same ids and none is lost.
 * A process manager whose lease another worker has is left to it.
 */
export async function runProcesses(
  processes: readonly ProcessManager[],
  log: EventReader,
  queue: JobQueue,
  signal: AbortSignal,
  { onError, now = Date.now }: Options,
): Promise<void> {
  /** What they have read of the log is no longer in it. */
  const wentBack = new Set<string>()
  const pause = createPauseAfterFailure(signal, (error) => {
    if (error instanceof LogWentBack) for (const { name } of processes) wentBack.add(name)
    onError(error)
  })
  let round = new AbortController()
  const names = processes.map(({ name }) => name)
  const leases = keepLeases(names, queue.lease, signal, () => round.abort())
  await leases.settled
  while (!signal.aborted) {
    round = new AbortController()
    using until = joinedAbort(signal, round.signal)
    await pause.around(() => follow(until.signal))
  }
  await leases.release()

  /** One round: from the checkpoints in the queue until a lease is taken or lost, something throws, or the end. */
  async function follow(until: AbortSignal) {
    const ours = processes.filter(({ name }) => leases.has(name))
    const all = await Promise.all(
      ours.map(async (process) => ({ process, position: await ownCheckpoint(process), unsaved: 0 })),
    )
    if (all.length > 0) {
      const [from = START] = all.map(({ position }) => position).toSorted()
      for await (const batch of log.follow(from, until)) {
        for (const state of all) await take(batch, state)
        pause.succeeded()
      }
      if (!until.aborted) throw new Error('The log stopped delivering events')
    } else if (!until.aborted) await once(until, 'abort')
  }

  /** The checkpoint, or START if it is of another log, or of this one before it was restored to a backup: commands are idempotent. */
  async function ownCheckpoint({ name }: ProcessManager): Promise<Position> {
    const checkpoint = await queue.checkpoint(name)
    return !wentBack.has(name) && (await log.has(checkpoint)) ? checkpoint : START
  }

  async function take({ events, upTo }: Batch, state: ProcessState) {
    const { process } = state
    const news = events.filter(({ position }) => position > state.position)
    const jobs = news.flatMap((event) => asksOf(process, event).map((ask, index) => jobOf(process, event, ask, index)))
    state.unsaved += news.length
    if (jobs.length === 0 && state.unsaved < EVENTS_BETWEEN_CHECKPOINTS) return
    await queue.add(process.name, upTo, jobs)
    wentBack.delete(process.name)
    state.position = upTo
    state.unsaved = 0
  }

  /** The same event always gives the same job ids, so that what was done is not done again. */
  function jobOf({ name }: ProcessManager, event: Recorded, { command, delayMs = 0 }: Ask, index: number): Job {
    const [family = name] = name.split('@')
    const dueMs = Date.parse(event.metadata.recordedAt) + delayMs
    return { id: idFrom(family, event.id, String(index)), command, delayMs: Math.max(0, dueMs - now()) }
  }
}
