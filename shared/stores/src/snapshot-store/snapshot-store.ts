import type { Position } from '@shop/language/events/event'

export type Snapshot = Readonly<{
  stream: string
  /** The name and version of the fold. */
  fold: string
  version: number
  /** If the log has another event at `version`, the snapshot was made from another log. */
  eventId: string
  position: Position
  begunAt: string
  /** `recordedAt`: the time of the last event that changed the state. `endedAt`: the time of the event at `version`. ISO 8601. */
  recordedAt: string
  endedAt: string
  /** Plain JSON without personal data, because snapshots are not sealed. */
  state: unknown
}>

/** `version`: the version of the command's last event. `digest`: a hash of the command's body, if the client sent an Idempotency-Key. */
export type HandledCommand = Readonly<{ id: string; version: number; digest: string | undefined }>

/** The commands of the events from version `from` to a snapshot's version. */
export type Interval = Readonly<{
  from: number
  /** When the event before `from` was recorded; '' if there is none. */
  since: string
  handled: readonly HandledCommand[]
}>

/** `coverage`: the store has received every command with events after the time `since`, up to version `to`. It may have pruned old ones. */
export type Lookup = Readonly<{
  command: HandledCommand | undefined
  coverage: Readonly<{ since: string; to: number }> | undefined
}>

/**
 * Snapshots of streams, and the commands that have changed these streams. The store may be deleted at any moment, so callers must work
 * without it. An adapter that has lost commands must not report `coverage` for them: the shop would take a lost command for a new command.
 * Every method may throw; then nothing was stored. Adapters: sqlite/sqlite-snapshot-store.ts, shared/mongodb. Contract:
 * contract/snapshot-store-contract.ts.
 */
export interface SnapshotStore {
  /** The newest snapshot of this fold, at or before version `upTo`. */
  find(stream: string, fold: string, upTo?: number): Promise<Snapshot | undefined>
  /** Also stores the commands that were handled since the previous snapshot. Repeating the call changes nothing. */
  keep(snapshot: Snapshot, interval: Interval): Promise<void>
  lookUp(stream: string, commandId: string): Promise<Lookup>
  forget(stream: string): Promise<void>
  /**
   * Deletes the snapshots whose `endedAt` is before a time, except each stream's newest snapshot. Deletes the commands that were stored with a
   * snapshot of before that time. Deletes at most `limit` snapshots and `limit` commands, and returns how many were deleted in all.
   */
  prune(before: string, limit: number): Promise<number>
  close(): Promise<void>
}
