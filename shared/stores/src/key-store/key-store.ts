import { hash } from 'node:crypto'
import type { Position } from '@shop/language/events/event'

export const KEY_BYTES = 32

/** `personId`: the person whose key was destroyed; undefined if that is not known. */
export type KeyListener = (personId: string | undefined) => void

export type EventPlace = Readonly<{ position: Position; stream: string; version: number; event: string }>

/** STORAGE FORMAT. The id of a key store, and the log that its keys belong to. */
export type Belonging = Readonly<{
  id: string
  log: string
  /**
   * The newest event that this key store has noted from the log. At that time, every person with sealed fields in events up to this event
   * had a key.
   */
  newest: EventPlace | undefined
  /** The position that the log had reached before the operator restored a shorter log on purpose. */
  excused: Position
}>

/** `lost`: missing, but never destroyed. `damaged`: differs from what was stored. */
export type KeyStanding = 'sound' | 'damaged' | 'lost' | 'destroyed'

/**
 * Each person's own key of 32 bytes. No key is ever in the log or in a read model. Adapters: sqlite/sqlite-key-store.ts, shared/mongodb.
 * Contract: contract/key-store-contract.ts.
 */
export interface KeyStore {
  /**
   * The person's key, created at the first call and durable before it is returned. Throws KeyDestroyed for an erased person or a lost
   * key, and KeyDamaged for a damaged key.
   */
  keyFor(personId: string): Promise<Buffer>
  /** Returns only sound keys. */
  keysOf(personIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>>
  /** Nothing sealed with the key can be read again. The person never gets another key. */
  destroy(personId: string): Promise<void>
  /**
   * Calls `listener` with the person within about a second after any process has destroyed a key. Calls `listener` without a person if a
   * notification may have been missed. The listener must forget the fields that the key has opened.
   */
  onDestroyed(listener: KeyListener): void
  /** A person who never had a key here is not in the answer. */
  standings(personIds: readonly string[]): Promise<ReadonlyMap<string, KeyStanding>>
  faulty(): AsyncIterable<Readonly<{ person: string; standing: 'lost' | 'damaged' }>>
  /** Records that the keys of these people are lost. They get no new key. A key stays lost until it is restored or destroyed. */
  lose(personIds: readonly string[]): Promise<void>
  /** Records that the keys of these people open none of their data. The keys then count as damaged. */
  distrust(personIds: readonly string[]): Promise<void>
  /** Accepts a key from another store if the person's key is missing, lost or damaged. Returns whether the person has this key now. */
  restore(personId: string, key: Buffer): Promise<boolean>
  /** Undefined before the first call of `belong`. */
  belonging(): Promise<Belonging | undefined>
  /** A store that already has an id keeps that id. */
  belong(to: Belonging): Promise<void>
  /** An earlier event never replaces the noted event. */
  note(newest: EventPlace): Promise<void>
  close(): Promise<void>
}

/** Keys of the whole shop. The shop does not start while one of these keys is damaged. */
export const shopWideKeys: readonly string[] = ['email-index', 'request-digests', 'discount-codes']

/** The key is destroyed or lost, so the person gets no new key. */
export class KeyDestroyed extends Error {
  constructor(personId: string) {
    super(`The key of ${personId} is destroyed`)
    this.name = 'KeyDestroyed'
  }
}

/** The person is shown as erased until the key is restored. */
export class KeyDamaged extends KeyDestroyed {
  constructor(personId: string) {
    super(personId)
    this.message = `The key of ${personId} is damaged. Use npm run shop -- merge-keys to take it from a backup`
    this.name = 'KeyDamaged'
  }
}

/** STORAGE FORMAT. Stored beside each key, to recognize a damaged key. */
export const checksumOf = (personId: string, key: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${personId}\n`), key]), 'buffer').subarray(0, 16)

/** Replaces the checksum of a key that opens nothing. */
export const DISTRUSTED = Buffer.alloc(16)

/** A key without a checksum is from an earlier version of the shop, and counts as sound. */
export const isSound = (personId: string, key: Uint8Array, checksum: Uint8Array | null | undefined): boolean =>
  key.length === KEY_BYTES && (!checksum || checksumOf(personId, key).equals(checksum))
