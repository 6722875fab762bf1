import type { NewEvent, Position, Recorded } from '@shop/language/events/event'
import type { Head } from './chain.ts'

/** A batch for a follower: events in the log's order, and how far the log has been read. */
export type Batch = Readonly<{
  events: readonly Recorded[]
  /** The position of the last event in `events`, or a later position. Even a batch without events can move this position forward. */
  upTo: Position
  /** True if there were no more events when the batch was read. */
  caughtUp: boolean
}>

/** The position in the log, and the version in the stream, of the last event of an append. */
export type Appended = Readonly<{ position: Position; version: number }>

/** The stream has newer events. The caller must load it and decide again. */
export class VersionConflict extends Error {
  constructor(stream: string, expectedVersion: number, options?: ErrorOptions) {
    super(`${stream} is no longer at version ${expectedVersion}`, options)
    this.name = 'VersionConflict'
  }
}

/** The log on a server has events, but no event of a shop. */
export class ForeignLog extends Error {
  constructor() {
    super('its log has events of another application. A shop needs an empty log, or its own log')
    this.name = 'ForeignLog'
  }
}

/** How much of the log comes before a position, and how long the whole log is. Only for showing progress. */
export type Extent = Readonly<{ read: number; all: number; unit: 'events' | 'bytes' }>

/** The log no longer has events that a follower has already read: it was restored to an earlier state, or is another log. */
export class LogWentBack extends Error {
  constructor() {
    super(
      'the log was restored to an earlier state, or is another log. Everything that was read from it is no longer valid',
    )
    this.name = 'LogWentBack'
  }
}

/** The ids of the log and of the key store that seals its personal fields. Each is undefined until it is recorded. */
export type LogIdentity = Readonly<{ id: string | undefined; keyStore: string | undefined }>

/** The log for rooms that only read it. This type has no `append`. */
export interface EventReader {
  /** Reads one stream from a version (0: its start). An unknown stream is empty. */
  readStream(stream: string, fromVersion?: number): AsyncIterable<Recorded>
  /**
   * Reads the log after a position, in batches of some hundred events. Then it waits for new events until `signal` aborts or the loop
   * breaks. The first batch may be empty, to report that the follower has caught up. With `types`, the store may leave out events of other
   * types to save time. An event that cannot be opened has `unreadable`. Only code that handles this event must stop. Throws LogWentBack.
   */
  follow(after: Position, signal: AbortSignal, types?: readonly string[]): AsyncIterable<Batch>
  /** Position of the newest event; START if there is none. Throws UNAVAILABLE if the log accepts no more appends. */
  head(): Promise<Position>
  /** When the newest event was recorded, by the clock of the process that recorded it; undefined if there is none. */
  newestAt(): Promise<string | undefined>
  /**
   * The log's id, created once and kept. Two logs have different ids, even with the same events. Throws ForeignLog instead of creating an
   * id in the log of another application.
   */
  id(): Promise<string>
  /** The recorded ids of the log. This writes nothing. */
  identity(): Promise<LogIdentity>
  /**
   * Whether a position belongs to this log. False for another log's position, and for a position after the head. Callers can have such a
   * position after an older backup of the log was restored.
   */
  has(position: Position): Promise<boolean>
  extent(position: Position): Promise<Extent>
  /** The head of the log's hash chain, to be recorded elsewhere as a witness; undefined for a store without a chain. */
  chainHead(): Promise<Head | undefined>
  /**
   * Checks a part of the chain within some milliseconds. The part starts after `after`, or with the first event. Returns the head at the
   * end of the part, and whether the log ends there. Absent for a store without a chain. Throws LogChanged.
   */
  readonly checkChain?: (after?: Head) => Promise<Readonly<{ head: Head; isEnd: boolean }>>
}

/** The event log. Adapters: sqlite/sqlite-event-store.ts, shared/kurrentdb. Contract: contract/event-store-contract.ts. */
export interface EventStore extends EventReader {
  /** `several`: other processes may append while the log is open. `one`: only this process appends, so it knows every event of the log. */
  readonly writers: 'one' | 'several'
  /**
   * Appends all events or none. Resolves once they are durable. `expectedVersion`: the version that the decision was based on (-1: the
   * stream must not exist yet). Throws VersionConflict if the stream has newer events. An append of the same event ids at the same version
   * is a retry: it returns the first answer and stores nothing. `events` must not be empty. Throws ShopError UNAVAILABLE if the log cannot
   * be written. Then nothing was stored, or the outcome is unknown; repeating the same call is safe in both cases.
   */
  append(stream: string, expectedVersion: number, events: readonly NewEvent[]): Promise<Appended>
  /** Records the id of the key store beside the events. So no follower sees the id, and a copy of the events does not have it. */
  noteKeyStore(id: string): Promise<void>
  close(): Promise<void>
}
