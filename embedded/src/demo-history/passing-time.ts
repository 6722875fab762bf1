import { setImmediate as nextTurn } from 'node:timers/promises'
import type { QueuedCommand } from '@shop/language/commands'
import { type Position, type Recorded, START } from '@shop/language/events/event'
import { jobsOf } from '@shop/projections/process-manager'
import { processes } from '@shop/projections/processes/all'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { JobOutcome, JobQueue } from '@shop/stores/job-queue/job-queue'
import { createAgenda } from './agenda.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How often a job may fail before the past is given up. */
const MOST_FAILURES = 20

/** What somebody does, told as it goes on: what is yielded is the pause in ms before they go on. */
export type Story = AsyncGenerator<number, void>
export type PassingTime = ReturnType<typeof createPassingTime>

/** Does something; returns in how many ms it goes on, or undefined when it is over. */
type Act = () => Promise<number | undefined>
type Job = Readonly<{ process: string; id: string; command: QueuedCommand }>
type Handler = (job: Job) => Promise<JobOutcome>

/**
 * A clock that moves from one act to the next: what people do, and the jobs that the process managers ask for, each at
 * its time, one after the other.
 */
export function createPassingTime(log: EventReader, startMs: number) {
  const agenda = createAgenda<{ act: Act; job?: Job }>()
  let nowMs = startMs
  let toldMs = startMs
  let read: Position = START
  const watching: ((event: Recorded) => void)[] = []

  return {
    now: () => new Date(nowMs),
    /** Somebody begins, so many ms from now. */
    begin(inMs: number, story: Story) {
      agenda.put(nowMs + inMs, { act: () => nextOf(story) })
    },
    /** Calls back with every event from now on. */
    watch: (seen: (event: Recorded) => void) => watching.push(seen),
    pass,
    leaveJobs,
  }

  /** Lets time pass until `endMs`. `tell` is called once a day. */
  async function pass(endMs: number, handle: Handler, tell: () => void) {
    await takeJobs(handle)
    for (let next = agenda.takeBefore(endMs); next; next = agenda.takeBefore(endMs)) {
      nowMs = Math.max(nowMs, next.atMs)
      const pauseMs = await next.what.act()
      if (pauseMs !== undefined) agenda.put(nowMs + pauseMs, next.what)
      await takeJobs(handle)
      if (nowMs < toldMs) continue
      tell()
      toldMs = nowMs + DAY_MS
      // Whoever wants to stop this is heard.
      await nextTurn()
    }
    nowMs = endMs
  }

  /** Puts down what the process managers ask for at the events since the last look, but those that leave the past alone. */
  async function takeJobs(handle: Handler) {
    const looking = new AbortController()
    for await (const { events, upTo, caughtUp } of log.follow(read, looking.signal)) {
      for (const event of events) {
        for (const seen of watching) seen(event)
        for (const process of processes.filter(({ begins }) => begins === undefined))
          for (const { dueMs, ...rest } of jobsOf(process, event)) {
            const job = { ...rest, process: process.name }
            agenda.put(dueMs, { job, act: tried(job, handle) })
          }
      }
      read = upTo
      if (caughtUp) break
    }
  }

  /** Hands what is still to be done to the shop's own queue, which goes on where this ends. */
  async function leaveJobs(queue: JobQueue) {
    const left = agenda.rest().flatMap(({ atMs, what: { job } }) => (job ? [{ atMs, ...job }] : []))
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

/** As the queue does it: a job that fails is tried again. */
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
