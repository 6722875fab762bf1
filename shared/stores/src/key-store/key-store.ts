import { hash } from 'node:crypto'
import type { Position } from '@shop/language/events/event'

/** The length of a key, as AES-256 takes it. */
export const KEY_BYTES = 32

/** Called with the person whose key was destroyed; without one when it may have been anybody's. */
export type KeyListener = (personId: string | undefined) => void

/** An event of the log by its place: a log that has it reaches as far. */
export type EventPlace = Readonly<{ position: Position; stream: string; version: number; event: string }>

/** STORAGE FORMAT. Which store of keys this is, and of which log's people it has the keys. */
export type Belonging = Readonly<{
  /** The store's own id, which its log notes. */
  id: string
  /** The id of the log. */
  log: string
  /** The newest event that the log is known to have had; everybody whose fields are sealed up to it had a key here then. */
  newest: EventPlace | undefined
  /** A longer log has been at this position, and the operator has said that it was restored to a shorter one on purpose. */
  excused: Position
}>

/** How a key stands: `lost` was never destroyed, and is not there all the same; `damaged` is not what was stored. */
export type KeyStanding = 'sound' | 'damaged' | 'lost' | 'destroyed'

/** Each person's own key, 32 bytes. Never in the log, never in a read model. Adapters: sqlite/sqlite-key-store.ts, shared/mongodb. Contract: contract/key-store-contract.ts. */
export interface KeyStore {
  /**
   * The person's key, created at the first call and durable before it is returned. Throws KeyDestroyed for an erased person and for one
   * whose key is lost, KeyDamaged for one whose key is damaged.
   */
  keyFor(personId: string): Promise<Buffer>
  /** The sound keys that exist; an erased person has none. */
  keysOf(personIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>>
  /** Destroys the key: what it sealed can never be read again. A person without a key never gets one. */
  destroy(personId: string): Promise<void>
  /**
   * Calls `listener` within about a second after any process destroyed a key, with the key's person, and without one
   * whenever a notification may have been missed: the listener forgets what was opened with the key. Ends with `close`.
   */
  onDestroyed(listener: KeyListener): void
  /** How the keys of these people stand; nobody is in the answer who never had one here. */
  standings(personIds: readonly string[]): Promise<ReadonlyMap<string, KeyStanding>>
  /** Everybody whose key is lost or damaged. Reads all keys, in pieces. */
  faulty(): AsyncIterable<Readonly<{ person: string; standing: 'lost' | 'damaged' }>>
  /** Notes that the keys of these people are lost: they get no other one, unless theirs is restored or destroyed. */
  lose(personIds: readonly string[]): Promise<void>
  /** Notes that the keys of these people open nothing of theirs: each is damaged from then on. */
  distrust(personIds: readonly string[]): Promise<void>
  /** Takes a key from another store for a person who has none, or a lost or damaged one. Returns whether the person has this key now. */
  restore(personId: string, key: Buffer): Promise<boolean>
  /** Undefined until it is said once. */
  belonging(): Promise<Belonging | undefined>
  /** A store that has an id keeps it. */
  belong(to: Belonging): Promise<void>
  /** Moves the newest event that the log is known to have had, never back. */
  note(newest: EventPlace): Promise<void>
  close(): Promise<void>
}

/** Keys that are nobody's but the whole shop's: without them nobody can sign in by an e-mail address. */
export const shopWideKeys: readonly string[] = ['email-index', 'request-digests', 'discount-codes']

export class KeyDestroyed extends Error {
  constructor(personId: string) {
    super(`The key of ${personId} is destroyed`)
    this.name = 'KeyDestroyed'
  }
}

/** Its person is shown as an erased one is, until the key is restored. */
export class KeyDamaged extends KeyDestroyed {
  constructor(personId: string) {
    super(personId)
    this.message = `The key of ${personId} is damaged: npm run merge-keys takes it from a backup`
    this.name = 'KeyDamaged'
  }
}

/** STORAGE FORMAT. Beside each key, so that a damaged one is never taken for another. */
export const checksumOf = (personId: string, key: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${personId}\n`), key]), 'buffer').subarray(0, 16)

/** In the place of the checksum of a key that opens nothing. */
export const DISTRUSTED = Buffer.alloc(16)

/** One without a checksum was written by a version that knew none. */
export const isSound = (personId: string, key: Uint8Array, checksum: Uint8Array | null | undefined): boolean =>
  key.length === KEY_BYTES && (!checksum || checksumOf(personId, key).equals(checksum))
