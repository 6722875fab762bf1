import type { NewEvent, Position, Recorded } from '@shop/language/events/event'

/** What a follower is handed: events in the log's order, and how far the log has been looked at. */
export type Batch = Readonly<{
  events: readonly Recorded[]
  /** At or after the last event's position; a batch without events may still move it forward. */
  upTo: Position
  /** Nothing more was waiting when the batch was read. */
  caughtUp: boolean
}>

/** Where an append has put its events: position in the log and version in the stream of the last one. */
export type Appended = Readonly<{ position: Position; version: number }>

/** The stream has moved on: decide again on what it says now. */
export class VersionConflict extends Error {
  constructor(stream: string, expectedVersion: number, options?: ErrorOptions) {
    super(`${stream} is no longer at version ${expectedVersion}`, options)
    this.name = 'VersionConflict'
  }
}

/** A server's log that holds events, and none of them a shop's. */
export class ForeignLog extends Error {
  constructor() {
    super('its log holds events of somebody else: a shop needs one that is empty, or its own')
    this.name = 'ForeignLog'
  }
}

/** How much of the log lies up to a position, and how much there is in all: a measure for whoever waits, nothing to decide on. */
export type Extent = Readonly<{ read: number; all: number; unit: 'events' | 'bytes' }>

/** The log, for rooms that only read it. Given this type, a room cannot write by mistake. */
export interface EventReader {
  /** Reads one stream from a version on (0: its start). An unknown stream is an empty one. */
  readStream(stream: string, fromVersion?: number): AsyncIterable<Recorded>
  /**
   * Reads the whole log after a position in batches of some hundreds, then stays live until `signal` aborts
   * or the loop breaks. The first batch may be empty: it tells that the follower has caught up.
   */
  follow(after: Position, signal: AbortSignal): AsyncIterable<Batch>
  /** Position of the newest event, START when there is none. Throws UNAVAILABLE once the log takes nothing more. */
  head(): Promise<Position>
  /**
   * The log's own name, made with it and kept: another log's is another, whatever it holds. Throws ForeignLog where it
   * would have to be made in somebody else's log.
   */
  id(): Promise<string>
  /** Whether a position is this log's: false for another log's, and for one behind the end, as after an older backup was restored. */
  has(position: Position): Promise<boolean>
  extent(position: Position): Promise<Extent>
}

/** The log of everything that happened. Adapters: sqlite.ts, kurrentdb.ts. Contract: contract.ts. */
export interface EventStore extends EventReader {
  /**
   * Appends all events or none, durably before it answers. `expectedVersion` is the version the decision was
   * based on (-1: the stream must not exist yet); throws VersionConflict if the stream has moved on. The same
   * event ids at the same version again are a retry: it succeeds with the first one's answer and stores nothing.
   * `events` must not be empty. Throws ShopError UNAVAILABLE when the log cannot be written; then nothing was
   * stored, unless the outcome is unknown, in which case the same call again is safe.
   */
  append(stream: string, expectedVersion: number, events: readonly NewEvent[]): Promise<Appended>
  close(): Promise<void>
}
