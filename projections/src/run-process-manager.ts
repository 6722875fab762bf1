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
 * A process manager whose lease another worker has is left to it. One that throws at an event tries it again and again, with
 * a reader of its own, so that it holds up nobody else.
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
  /** Those that have thrown at an event. */
  const apart = new Set<string>()
  let round = new AbortController()
  const names = processes.map(({ name }) => name)
  const leases = keepLeases(names, queue.lease, signal, () => round.abort())
  await leases.settled
  while (!signal.aborted) {
    round = new AbortController()
    using until = joinedAbort(signal, round.signal)
    await oneRound(until.signal)
  }
  await leases.release()

  /** Until a lease is taken or lost, one has to follow apart, or the end. */
  async function oneRound(until: AbortSignal) {
    const ours = processes.filter(({ name }) => leases.has(name))
    const together = ours.filter(({ name }) => !apart.has(name))
    const groups = [together, ...ours.filter(({ name }) => apart.has(name)).map((one) => [one])]
    const followed = groups.filter(({ length }) => length > 0)
    if (followed.length > 0) await Promise.all(followed.map((group) => keepFollowing(group, until)))
    else if (!until.aborted) await once(until, 'abort')
  }

  async function keepFollowing(group: readonly ProcessManager[], until: AbortSignal) {
    const pause = createPauseAfterFailure(until, (error) => {
      if (error instanceof LogWentBack) for (const { name } of group) wentBack.add(name)
      onError(error)
    })
    while (!until.aborted) await pause.around(() => follow(group, until, pause.succeeded))
  }

  /** From the checkpoints in the queue until something throws, or the end. */
  async function follow(group: readonly ProcessManager[], until: AbortSignal, succeeded: () => void) {
    const all = await Promise.all(
      group.map(async (process) => ({ process, position: await ownCheckpoint(process), unsaved: 0 })),
    )
    const [from = START] = all.map(({ position }) => position).toSorted()
    for await (const batch of log.follow(from, until)) {
      for (const state of all) await take(batch, state)
      succeeded()
    }
    if (!until.aborted) throw new Error('The log stopped delivering events')
  }

  /** The checkpoint, or START if it is of another log, or of this one before it was restored to a backup: commands are idempotent. */
  async function ownCheckpoint({ name }: ProcessManager): Promise<Position> {
    const checkpoint = await queue.checkpoint(name)
    return !wentBack.has(name) && (await log.has(checkpoint)) ? checkpoint : START
  }

  async function take({ events, upTo }: Batch, state: ProcessState) {
    const { process } = state
    const news = events.filter(({ position }) => position > state.position)
    const jobs = jobsOf(process, news)
    state.unsaved += news.length
    if (jobs.length === 0 && state.unsaved < EVENTS_BETWEEN_CHECKPOINTS) return
    await queue.add(process.name, upTo, jobs)
    wentBack.delete(process.name)
    state.position = upTo
    state.unsaved = 0
  }

  function jobsOf(process: ProcessManager, events: readonly Recorded[]) {
    try {
      return events.flatMap((event) => asksOf(process, event).map((ask, index) => jobOf(process, event, ask, index)))
    } catch (error) {
      if (!apart.has(process.name)) {
        apart.add(process.name)
        round.abort()
      }
      throw error
    }
  }

  /** The same event always gives the same job ids, so that what was done is not done again. */
  function jobOf({ name }: ProcessManager, event: Recorded, { command, delayMs = 0 }: Ask, index: number): Job {
    const [family = name] = name.split('@')
    const dueMs = Date.parse(event.metadata.recordedAt) + delayMs
    return { id: idFrom(family, event.id, String(index)), command, delayMs: Math.max(0, dueMs - now()) }
  }
}
