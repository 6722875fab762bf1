import { setImmediate as nextTurn } from 'node:timers/promises'
import type { QueuedCommand } from '@shop/language/commands'
import { type Position, type Recorded, START } from '@shop/language/events/event'
import { jobsOf } from '@shop/projections/process-manager'
import { processes } from '@shop/projections/processes/all'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { JobOutcome, JobQueue } from '@shop/stores/job-queue/job-queue'
import { createAgenda } from './agenda.ts'
import { isReadMail } from './inboxes.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** If a job fails more often than this in a row, the program stops with the job's error. */
const MOST_FAILURES = 20

/** The acts of one person. Yields the pause before each next act, in ms. */
export type Story = AsyncGenerator<number, void>
export type PassingTime = ReturnType<typeof createPassingTime>

/** Returns the pause in ms before the next act, or undefined if no act follows. */
type Act = () => Promise<number | undefined>
type Job = Readonly<{ process: string; id: string; command: QueuedCommand }>
type Handler = (job: Job) => Promise<JobOutcome>

/** A clock that jumps from one act to the next. An act is something that a person does, or a job of a process manager. */
export function createPassingTime(log: EventReader, startMs: number) {
  const agenda = createAgenda<{ act: Act; job?: Job }>()
  let nowMs = startMs
  let nextReportMs = startMs
  let read: Position = START
  const watching: ((event: Recorded) => void)[] = []

  return {
    now: () => new Date(nowMs),
    begin(inMs: number, story: Story) {
      agenda.put(nowMs + inMs, { act: () => nextOf(story) })
    },
    watch: (seen: (event: Recorded) => void) => watching.push(seen),
    pass,
    leaveJobs,
  }

  /** Calls `report` once for each simulated day. */
  async function pass(endMs: number, handle: Handler, report: () => void) {
    await takeJobs(handle)
    for (let next = agenda.takeBefore(endMs); next; next = agenda.takeBefore(endMs)) {
      nowMs = Math.max(nowMs, next.atMs)
      const pauseMs = await next.what.act()
      if (pauseMs !== undefined) agenda.put(nowMs + pauseMs, next.what)
      await takeJobs(handle)
      if (nowMs < nextReportMs) continue
      report()
      nextReportMs = nowMs + DAY_MS
      // Lets the process handle signals.
      await nextTurn()
    }
    nowMs = endMs
  }

  /** For a process manager with `begins`, plans only the mails that simulated customers read. */
  async function takeJobs(handle: Handler) {
    const looking = new AbortController()
    for await (const { events, upTo, caughtUp } of log.follow(read, looking.signal)) {
      for (const event of events) {
        for (const seen of watching) seen(event)
        for (const process of processes)
          for (const { dueMs, ...rest } of jobsOf(process, event)) {
            if (process.begins !== undefined && !isReadMail(rest.command)) continue
            const job = { ...rest, process: process.name }
            agenda.put(dueMs, { job, act: tried(job, handle) })
          }
      }
      read = upTo
      if (caughtUp) break
    }
  }

  /** Adds the remaining jobs to the shop's real queue. */
  async function leaveJobs(queue: JobQueue) {
    const left = agenda.remaining().flatMap(({ atMs, what: { job } }) => (job ? [{ atMs, ...job }] : []))
    for (const { name } of processes) {
      const lease = await queue.lease(name)
      const own = left.filter(({ process }) => process === name)
      const waiting = own.map(({ id, command, atMs }) => ({ id, command, delayMs: Math.max(0, atMs - nowMs) }))
      await queue.add(name, read, waiting)
      await lease?.release()
    }
  }
}

const nextOf = async (story: Story) => (await story.next()).value ?? undefined

function tried(job: Job, handle: Handler): Act {
  let failures = 0
  return async () => {
    try {
      const outcome = await handle(job)
      failures = 0
      return outcome?.againInMs
    } catch (error) {
      if (++failures > MOST_FAILURES) throw error
      return MINUTE_MS
    }
  }
}
