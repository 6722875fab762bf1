import { setTimeout as sleep } from 'node:timers/promises'
import { type Position, type Recorded, START } from '@shop/language/events/event'
import { type Batch, type EventReader, LogWentBack } from '@shop/stores/event-store/event-store'
import type { Job, JobQueue } from '@shop/stores/job-queue/job-queue'
import { createPauseAfterFailure } from './pause-after-failure.ts'
import { jobsOf, type ProcessManager } from './process-manager.ts'

/** The checkpoint is saved with new jobs, or after this many events without a job. */
const EVENTS_BETWEEN_CHECKPOINTS = 500
/** No request waits for a job. So one read of the log and one commit of jobs take the events of this time together. */
const GATHER_MS = 50
const DAY_MS = 24 * 60 * 60 * 1000

/** `since`: events recorded earlier are skipped. `unsaved`: the number of events read since the last saved checkpoint. */
type ProcessState = { process: ProcessManager; position: Position; since: string; unsaved: number }
type Parts = Readonly<{
  log: EventReader
  queue: JobQueue
  onError: (error: unknown) => void
  onThrow: (name: string) => void
  now: () => number
}>

/** Reads the log once for several process managers, and queues their commands. */
export function createFollower({ log, queue, onError, onThrow, now }: Parts) {
  /** The process managers that must not use their checkpoint, because the log has gone back. */
  const wentBack = new Set<string>()

  return async function keepFollowing(group: readonly ProcessManager[], until: AbortSignal) {
    const pause = createPauseAfterFailure(until, (error) => {
      if (error instanceof LogWentBack) for (const { name } of group) wentBack.add(name)
      onError(error)
    })
    while (!until.aborted) await pause.around(() => follow(group, until, pause.succeeded))
  }

  async function follow(group: readonly ProcessManager[], until: AbortSignal, succeeded: () => void) {
    const all = await Promise.all(group.map(async (process) => ({ process, ...(await startOf(process)), unsaved: 0 })))
    const [from = START] = all.map(({ position }) => position).toSorted()
    for await (const batch of log.follow(from, until)) {
      for (const state of all) await take(batch, state)
      succeeded()
      if (batch.caughtUp) await sleep(GATHER_MS, undefined, { signal: until }).catch(() => {})
    }
    if (!until.aborted) throw new Error('The log stopped delivering events')
  }

  /**
   * Without a usable checkpoint, reads from the start of the log. Then a process manager with `begins: 'a day back'` skips events older
   * than a day, but not those that are never too late. Reading events again does no harm, because commands are idempotent.
   */
  async function startOf({ name, begins }: ProcessManager): Promise<Pick<ProcessState, 'position' | 'since'>> {
    const position = await queue.checkpoint(name)
    if (position !== START && !wentBack.has(name) && (await log.has(position))) return { position, since: '' }
    return { position: START, since: begins === 'a day back' ? new Date(now() - DAY_MS).toISOString() : '' }
  }

  async function take({ events, upTo }: Batch, state: ProcessState) {
    const { process, position: from, since } = state
    // The group reads from its oldest checkpoint, so this process manager may have read the batch already.
    if (upTo <= from) return
    const jobs: Job[] = []
    for (const event of events) {
      const { type, position, metadata } = event
      const isInTime = metadata.recordedAt >= since || process.neverTooLate?.some((one) => one === type)
      if (type in process.on && position > from && isInTime) jobs.push(...jobsNow(process, event))
    }
    state.unsaved += events.length
    if (jobs.length === 0 && state.unsaved < EVENTS_BETWEEN_CHECKPOINTS) return
    await queue.add(process.name, upTo, jobs)
    wentBack.delete(process.name)
    state.position = upTo
    state.unsaved = 0
  }

  function jobsNow(process: ProcessManager, event: Recorded): readonly Job[] {
    try {
      return jobsOf(process, event, now())
    } catch (error) {
      onThrow(process.name)
      throw error
    }
  }
}
