import type { Position } from '@shop/language/events/event'

/** A stream's state right after one of its events, as one version of its fold made it. */
export type Snapshot = Readonly<{
  stream: string
  /** Which fold, in which version. */
  fold: string
  version: number
  /** The event at that version: a log that says another there is not the one that was folded. */
  eventId: string
  position: Position
  begunAt: string
  /** When the state last changed, and when the event at `version` was recorded. ISO 8601. */
  recordedAt: string
  endedAt: string
  /** Plain JSON. Never anything personal: what is kept here is not sealed. */
  state: unknown
}>

/** A command that was handled: its last event's version, and the digest of its body where it came with one. */
export type HandledCommand = Readonly<{ id: string; version: number; digest: string | undefined }>

/** The commands of the events from version `from` to a snapshot's. */
export type Interval = Readonly<{
  from: number
  /** When the event before `from` was recorded; '' when there is none. */
  since: string
  handled: readonly HandledCommand[]
}>

/** What is known of a command: of all that were recorded after `since`, up to version `to`, each is found. */
export type Lookup = Readonly<{
  command: HandledCommand | undefined
  coverage: Readonly<{ since: string; to: number }> | undefined
}>

/**
 * Folded streams, and which commands made them, so that nobody has to read a long stream whole. All of it can be told
 * from the log again: it may be thrown away at any moment, and whoever asks must do without. What was thrown away is
 * noticed, for the coverage lies where the commands lie. Adapters: sqlite.ts, mongodb.ts. Contract: contract.ts.
 * Every method may throw; then nothing is known, and nothing was kept.
 */
export interface SnapshotStore {
  /** The newest of this fold, at `upTo` or before. */
  find(stream: string, fold: string, upTo?: number): Promise<Snapshot | undefined>
  /** Keeps a snapshot, and the commands handled since the one before; again is the same. */
  keep(snapshot: Snapshot, interval: Interval): Promise<void>
  /** Whether a command was handled in this stream. */
  lookUp(stream: string, commandId: string): Promise<Lookup>
  /** Throws away all that is kept of a stream. */
  forget(stream: string): Promise<void>
  /**
   * Deletes what ended before a time: commands, and snapshots but for each stream's newest. At most `limit` of either;
   * answers how many went.
   */
  prune(before: string, limit: number): Promise<number>
  close(): Promise<void>
}
