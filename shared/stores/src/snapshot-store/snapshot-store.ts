import type { Position } from '@shop/language/events/event'

/** A stream's state right after one of its events, made by one version of its fold. */
export type Snapshot = Readonly<{
  stream: string
  /** The name and version of the fold. */
  fold: string
  version: number
  /** The id of the event at `version`. If the log has another event at this version, the snapshot was made from another log. */
  eventId: string
  position: Position
  begunAt: string
  /**
   * `recordedAt`: the time of the last event that changed the state. `endedAt`: the time of the event at `version`, which may have changed
   * nothing. ISO 8601.
   */
  recordedAt: string
  endedAt: string
  /** Plain JSON without personal data, because snapshots are not sealed. */
  state: unknown
}>

/** A handled command: its last event's version, and the digest of its body if the command had a body. */
export type HandledCommand = Readonly<{ id: string; version: number; digest: string | undefined }>

/** The commands of the events from version `from` to a snapshot's version. */
export type Interval = Readonly<{
  from: number
  /** When the event before `from` was recorded; '' if there is none. */
  since: string
  handled: readonly HandledCommand[]
}>

/** The result of looking a command up. Within the coverage (events recorded after `since`, up to version `to`), every command is found. */
export type Lookup = Readonly<{
  command: HandledCommand | undefined
  coverage: Readonly<{ since: string; to: number }> | undefined
}>

/**
 * Snapshots of streams, and the commands that have changed these streams. With a snapshot, the shop need not read all of a long stream. The
 * log can rebuild everything in this store. The store may be deleted at any moment, so callers must work without it. The coverage
 * (`Lookup`) says which commands are stored here. It is deleted together with the commands, so the shop never mistakes a deleted command
 * for a new command. Every method may throw; then nothing is known and nothing was stored. Adapters: sqlite/sqlite-snapshot-store.ts,
 * shared/mongodb. Contract: contract/snapshot-store-contract.ts.
 */
export interface SnapshotStore {
  /** The stream's newest snapshot of this fold, at or before version `upTo`. */
  find(stream: string, fold: string, upTo?: number): Promise<Snapshot | undefined>
  /** Stores a snapshot, and the commands that were handled since the previous snapshot. Repeating the call changes nothing. */
  keep(snapshot: Snapshot, interval: Interval): Promise<void>
  /** Whether a command was handled in this stream. */
  lookUp(stream: string, commandId: string): Promise<Lookup>
  /** Deletes all data of a stream. */
  forget(stream: string): Promise<void>
  /**
   * Deletes the snapshots whose `endedAt` is before a time, except each stream's newest snapshot. Also deletes all commands that were
   * stored with a snapshot whose `endedAt` is before that time. Deletes at most `limit` commands and `limit` snapshots. Returns how many
   * were deleted.
   */
  prune(before: string, limit: number): Promise<number>
  close(): Promise<void>
}
