import type { NewEvent, Position, Recorded } from '@shop/language/events/event'
import type { Head } from './chain.ts'

export type Batch = Readonly<{
  events: readonly Recorded[]
  /** The position of the last event in `events`, or a later position. It can advance even if `events` is empty. */
  upTo: Position
  /** True if there were no more events when the batch was read. */
  caughtUp: boolean
}>

/** The position and the version of an append's last event. */
export type Appended = Readonly<{ position: Position; version: number }>

/** The stream has newer events. The caller must load the stream and decide again. */
export class VersionConflict extends Error {
  constructor(stream: string, expectedVersion: number, options?: ErrorOptions) {
    super(`${stream} is no longer at version ${expectedVersion}`, options)
    this.name = 'VersionConflict'
  }
}

export class ForeignLog extends Error {
  constructor() {
    super('its log has events of another application. A shop needs an empty log, or its own log')
    this.name = 'ForeignLog'
  }
}

/** How much of the log comes before a position, and how long the whole log is. Only for showing progress. */
export type Extent = Readonly<{ read: number; all: number; unit: 'events' | 'bytes' }>

export class LogWentBack extends Error {
  constructor() {
    super(
      'the log was restored to an earlier state, or is another log. Everything that was read from it is no longer valid',
    )
    this.name = 'LogWentBack'
  }
}

/** Each id is undefined until it is recorded. */
export type LogIdentity = Readonly<{ id: string | undefined; keyStore: string | undefined }>

export interface EventReader {
  /** Reads one stream from a version (0: its start). An unknown stream is empty. */
  readStream(stream: string, fromVersion?: number): AsyncIterable<Recorded>
  /**
   * Reads the log after a position, in batches of some hundred events. Then waits for new events until `signal` aborts or the loop breaks.
   * The first batch may be empty, to report that the follower has caught up. With `types`, the store may leave out events of other types.
   * An event that cannot be opened has the field `unreadable`. Throws LogWentBack.
   */
  follow(after: Position, signal: AbortSignal, types?: readonly string[]): AsyncIterable<Batch>
  /** Position of the newest event; START if there is none. Throws UNAVAILABLE if the log accepts no more appends. */
  head(): Promise<Position>
  /** When the newest event was recorded, by the clock of the recording process; undefined if there is none. */
  newestAt(): Promise<string | undefined>
  /**
   * The log's id, created at the first call. Two logs have different ids, even with the same events. Throws ForeignLog for the log of
   * another application.
   */
  id(): Promise<string>
  /** The recorded ids. This writes nothing. */
  identity(): Promise<LogIdentity>
  /**
   * Whether a position belongs to this log. False for a position after the head, which a caller can have after an older backup was
   * restored.
   */
  has(position: Position): Promise<boolean>
  extent(position: Position): Promise<Extent>
  /** The head of the log's hash chain, to be recorded elsewhere as a witness; undefined for a store without a chain. */
  chainHead(): Promise<Head | undefined>
  /**
   * Checks a few events of the chain after `after`, or from the first event, within some milliseconds. Returns the head at the last checked
   * event, and whether the log ends there. Absent for a store without a chain. Throws LogChanged; then the store accepts no more appends.
   */
  readonly checkChain?: (after?: Head) => Promise<Readonly<{ head: Head; isEnd: boolean }>>
}

/** Adapters: sqlite/sqlite-event-store.ts, shared/kurrentdb. Contract: contract/event-store-contract.ts. */
export interface EventStore extends EventReader {
  /** `one`: only this process appends, so it knows every event of the log. */
  readonly writers: 'one' | 'several'
  /**
   * Appends all events or none. Resolves when they are durable. `expectedVersion`: the version that the decision was based on (-1: the
   * stream must not exist yet). Throws VersionConflict if the stream has newer events. An append of the same event ids at the same version
   * is a retry: it returns the first answer and stores nothing. `events` must not be empty. Throws ShopError UNAVAILABLE if the log cannot
   * be written or the outcome is unknown; then a retry is safe.
   */
  append(stream: string, expectedVersion: number, events: readonly NewEvent[]): Promise<Appended>
  /** Records the id of the key store beside the events. */
  noteKeyStore(id: string): Promise<void>
  close(): Promise<void>
}
