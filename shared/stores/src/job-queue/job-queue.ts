import type { QueuedCommand } from '@shop/language/commands'
import type { Position } from '@shop/language/events/event'
import type { Lease } from '../lease.ts'

/** `id` is the command's id too: handling a job twice is handling one command twice. */
export type Job = Readonly<{ id: string; command: QueuedCommand; delayMs?: number }>

/** What a handler may answer: nothing (done), or when to be asked again. */
export type JobOutcome = { againInMs: number } | undefined

/** Work for later or for elsewhere, at least once, retried with back-off until done. Adapters: sqlite.ts, bullmq.ts. Contract: contract.ts. */
export interface JobQueue {
  /**
   * Takes a process's jobs and remembers how far in the log it has read, the jobs first: after a crash
   * between the two the same jobs come again. A job whose id is already waiting changes nothing. Throws when another
   * queue has the process's lease, or when jobs and checkpoint were lost together: then read the checkpoint again.
   */
  add(process: string, upTo: Position, jobs: readonly Job[]): Promise<void>
  /**
   * Takes jobs behind which no checkpoint stands: whoever puts them does so again until what they are for has
   * happened. A job whose id is already waiting changes nothing.
   */
  put(jobs: readonly Job[]): Promise<void>
  /** Makes this queue the one that takes a process's jobs; undefined while another has that right. Ask before `checkpoint`. */
  lease(process: string): Promise<Lease | undefined>
  /** How far a process has read the log; START when it never ran here. */
  checkpoint(process: string): Promise<Position>
  /**
   * Handles jobs as they fall due, a few at a time, until `signal` aborts; resolves when those in hand are done.
   * A job whose handler throws is tried again: after 1 s, doubling up to 5 min, without end, each failure logged.
   */
  work(handle: (job: { id: string; command: QueuedCommand }) => Promise<JobOutcome>, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}
