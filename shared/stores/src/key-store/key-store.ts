import { hash } from 'node:crypto'
import type { Position } from '@shop/language/events/event'

/** The length of a key of AES-256. */
export const KEY_BYTES = 32

/** Called with the person whose key was destroyed; with undefined if it may have been the key of any person. */
export type KeyListener = (personId: string | undefined) => void

/** An event of the log with its place. A log that has this event reaches at least to this place. */
export type EventPlace = Readonly<{ position: Position; stream: string; version: number; event: string }>

/** STORAGE FORMAT. The id of a key store, and the log that its keys belong to. */
export type Belonging = Readonly<{
  /** The key store's own id, which its log records. */
  id: string
  /** The id of the log. */
  log: string
  /**
   * The newest event that this key store has noted from the log. At that time, every person with sealed fields in events up to this event
   * had a key in this key store.
   */
  newest: EventPlace | undefined
  /** The position that the log had reached before the operator restored a shorter log on purpose. */
  excused: Position
}>

/** The state of a key. `lost`: missing, but never destroyed. `damaged`: differs from what was stored. */
export type KeyStanding = 'sound' | 'damaged' | 'lost' | 'destroyed'

/**
 * Each person's own key of 32 bytes. No key is ever in the log or in a read model. Adapters: sqlite/sqlite-key-store.ts, shared/mongodb.
 * Contract: contract/key-store-contract.ts.
 */
export interface KeyStore {
  /**
   * The person's key, created at the first call and durable before it is returned. Throws KeyDestroyed for an erased person or a lost key.
   * Throws KeyDamaged for a damaged key.
   */
  keyFor(personId: string): Promise<Buffer>
  /** The sound keys that exist. An erased person has no key. */
  keysOf(personIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>>
  /** Destroys the key, so that nothing sealed with it can be read again. A person whose key is destroyed never gets another key. */
  destroy(personId: string): Promise<void>
  /**
   * Calls `listener` with the person within about a second after any process has destroyed a key. Calls it without a person whenever a
   * notification may have been missed. The listener must forget the fields that the key has opened. The calls end with `close`.
   */
  onDestroyed(listener: KeyListener): void
  /** The states of these people's keys. A person who never had a key here is not in the answer. */
  standings(personIds: readonly string[]): Promise<ReadonlyMap<string, KeyStanding>>
  /** All people whose key is lost or damaged. Reads all keys, page by page. */
  faulty(): AsyncIterable<Readonly<{ person: string; standing: 'lost' | 'damaged' }>>
  /**
   * Records that the keys of these people are lost. These people get no new key. A person's key stays lost until it is restored or
   * destroyed.
   */
  lose(personIds: readonly string[]): Promise<void>
  /** Records that the keys of these people open none of their data. Each key counts as damaged from now on. */
  distrust(personIds: readonly string[]): Promise<void>
  /** Accepts a key from another store for a person whose key is missing, lost or damaged. Returns whether the person has this key now. */
  restore(personId: string, key: Buffer): Promise<boolean>
  /** The log that the keys belong to. Undefined before the first call of `belong`. */
  belonging(): Promise<Belonging | undefined>
  /** Records the log that the keys belong to. A store that already has an id keeps that id. */
  belong(to: Belonging): Promise<void>
  /** Notes the newest known event of the log. The noted event is never replaced by an earlier event. */
  note(newest: EventPlace): Promise<void>
  close(): Promise<void>
}

/**
 * Keys of the whole shop: for finding users by their e-mail address, for digests of requests, and for discount codes. The shop does not
 * start while one of these keys is damaged.
 */
export const shopWideKeys: readonly string[] = ['email-index', 'request-digests', 'discount-codes']

export class KeyDestroyed extends Error {
  constructor(personId: string) {
    super(`The key of ${personId} is destroyed`)
    this.name = 'KeyDestroyed'
  }
}

/** The person's key is damaged. The person is shown as erased until the key is restored. */
export class KeyDamaged extends KeyDestroyed {
  constructor(personId: string) {
    super(personId)
    this.message = `The key of ${personId} is damaged. Use npm run merge-keys to take it from a backup`
    this.name = 'KeyDamaged'
  }
}

/** STORAGE FORMAT. Stored beside each key, so that the store never uses a damaged key. */
export const checksumOf = (personId: string, key: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${personId}\n`), key]), 'buffer').subarray(0, 16)

/** Replaces the checksum of a key that opens nothing. */
export const DISTRUSTED = Buffer.alloc(16)

/** A key without a checksum counts as sound, because an earlier version of the shop has written it. */
export const isSound = (personId: string, key: Uint8Array, checksum: Uint8Array | null | undefined): boolean =>
  key.length === KEY_BYTES && (!checksum || checksumOf(personId, key).equals(checksum))
