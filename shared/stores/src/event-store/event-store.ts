import type { NewEvent, Position, Recorded } from '@shop/language/events/event'
import type { Head } from './chain.ts'

/** What a follower reads: events in the log's order, and the position up to which the log has been read. */
export type Batch = Readonly<{
  events: readonly Recorded[]
  /** At or after the last event's position; a batch without events may still move it forward. */
  upTo: Position
  /** There were no more events when the batch was read. */
  caughtUp: boolean
}>

/** Position in the log and version in the stream of an append's last event. */
export type Appended = Readonly<{ position: Position; version: number }>

/** The stream has moved on: load it and decide again. */
export class VersionConflict extends Error {
  constructor(stream: string, expectedVersion: number, options?: ErrorOptions) {
    super(`${stream} is no longer at version ${expectedVersion}`, options)
    this.name = 'VersionConflict'
  }
}

/** A server's log with events, none of them a shop's. */
export class ForeignLog extends Error {
  constructor() {
    super('its log holds events of somebody else: a shop needs one that is empty, or its own')
    this.name = 'ForeignLog'
  }
}

/** How much of the log has been read up to a position, and how much there is in all: for showing progress only. */
export type Extent = Readonly<{ read: number; all: number; unit: 'events' | 'bytes' }>

/** The log no longer holds what a follower was handed: it was restored to an earlier state, or is another one. */
export class LogWentBack extends Error {
  constructor() {
    super('the log was restored to an earlier state, or is another one: what was read of it counts for nothing')
    this.name = 'LogWentBack'
  }
}

/** The log's id, and the id of the key store whose keys seal its personal fields: each undefined until it is noted. */
export type LogIdentity = Readonly<{ id: string | undefined; keyStore: string | undefined }>

/** The log, for rooms that only read it: with this type they cannot append. */
export interface EventReader {
  /** Reads one stream from a version on (0: its start). An unknown stream is an empty one. */
  readStream(stream: string, fromVersion?: number): AsyncIterable<Recorded>
  /**
   * Reads the whole log after a position in batches of some hundreds, then stays live until `signal` aborts
   * or the loop breaks. The first batch may be empty: it says that the follower has caught up. With `types`, events of
   * other types may be left out, where that saves reading them. An event that cannot be read comes with `unreadable`, so that it stops
   * those alone who handle it. Throws LogWentBack.
   */
  follow(after: Position, signal: AbortSignal, types?: readonly string[]): AsyncIterable<Batch>
  /** Position of the newest event, START if there is none. Throws UNAVAILABLE when the log accepts no more appends. */
  head(): Promise<Position>
  /** When the newest event was recorded, by the clock of whoever did; undefined if there is none. */
  newestAt(): Promise<string | undefined>
  /**
   * The log's id, created once and kept: two logs have different ids, even with the same events. Throws ForeignLog
   * instead of creating it in a log of another application.
   */
  id(): Promise<string>
  /** What the log says of itself; asking writes nothing. */
  identity(): Promise<LogIdentity>
  /** Whether a position is of this log: false for another log's, and for one after the head, as after restoring an older backup. */
  has(position: Position): Promise<boolean>
  extent(position: Position): Promise<Extent>
  /** The head of the log's chain of hashes, to be witnessed elsewhere; undefined for a store that keeps none. */
  chainHead(): Promise<Head | undefined>
  /**
   * Checks the next events of that chain after `after`, from the first without it, for some milliseconds; says how far it came, and
   * whether that is the end. Absent for a store that keeps no chain. Throws LogChanged.
   */
  readonly checkChain?: (after?: Head) => Promise<Readonly<{ head: Head; isEnd: boolean }>>
}

/** The event log. Adapters: sqlite/sqlite-event-store.ts, shared/kurrentdb. Contract: contract/event-store-contract.ts. */
export interface EventStore extends EventReader {
  /** Whether anybody else may append while it is open: where `one` does, what it has appended and read is all there is. */
  readonly writers: 'one' | 'several'
  /**
   * Appends all events or none, durably before it resolves. `expectedVersion` is the version the decision was
   * based on (-1: the stream must not exist yet); throws VersionConflict if the stream has moved on. The same
   * event ids at the same version again are a retry, which succeeds with the first answer and stores nothing.
   * `events` must not be empty. Throws ShopError UNAVAILABLE when the log cannot be written; then nothing was
   * stored, unless the outcome is unknown, in which case the same call again is safe.
   */
  append(stream: string, expectedVersion: number, events: readonly NewEvent[]): Promise<Appended>
  /** Notes the id of the key store. Lies beside the events: no follower sees it, and a copy of the events does not have it. */
  noteKeyStore(id: string): Promise<void>
  close(): Promise<void>
}
