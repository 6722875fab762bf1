import type { QueuedCommand } from '@shop/language/commands'
import type { Position } from '@shop/language/events/event'
import type { Lease } from '../lease.ts'

/** `id` is also the id of the command, so the command happens once even if the job is delivered twice. */
export type Job = Readonly<{ id: string; command: QueuedCommand; delayMs?: number }>

/** Undefined if the job is done. */
export type JobOutcome = { againInMs: number } | undefined

/**
 * Queued commands, delivered at least once and retried with back-off until done. Adapters: sqlite/sqlite-job-queue.ts, shared/redis.
 * Contract: contract/job-queue-contract.ts.
 */
export interface JobQueue {
  /**
   * Adds a process manager's jobs, and then moves its checkpoint. A job whose id is already waiting changes nothing. Throws when another
   * worker has the lease, or when the queue has lost its jobs and the checkpoint. After an error, the caller must read the checkpoint
   * again.
   */
  add(process: string, upTo: Position, jobs: readonly Job[]): Promise<void>
  /**
   * Adds jobs without a checkpoint. The caller must repeat the call until the jobs have had their effect, because lost jobs are not added
   * again.
   */
  put(jobs: readonly Job[]): Promise<void>
  /** Takes the lease of a process manager; undefined while another worker has it. Call it before `checkpoint`. */
  lease(process: string): Promise<Lease | undefined>
  /** START if the process manager never ran. */
  checkpoint(process: string): Promise<Position>
  /**
   * Handles due jobs, a few at a time, until `signal` aborts; resolves when the running jobs are done. A job whose handler throws is
   * retried without limit: first after 1 s, then after pauses that double up to 5 min. A job that was delayed while the clock was ahead
   * waits at most its delay from this call.
   */
  work(handle: (job: { id: string; command: QueuedCommand }) => Promise<JobOutcome>, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}
