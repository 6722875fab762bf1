/** The length of a key, as AES-256 takes it. */
export const KEY_BYTES = 32

/** Called with the person whose key was destroyed; without one when it may have been anybody's. */
export type KeyListener = (personId: string | undefined) => void

/** Each person's own key, 32 bytes. Never in the log, never in a read model. Adapters: sqlite/sqlite-key-store.ts, shared/mongodb. Contract: contract/key-store-contract.ts. */
export interface KeyStore {
  /** The person's key, created at the first call and durable before it is returned. Throws KeyDestroyed for an erased person. */
  keyFor(personId: string): Promise<Buffer>
  /** The keys that exist; an erased person has none. */
  keysOf(personIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>>
  /** Destroys the key: what it sealed can never be read again. A person without a key never gets one. */
  destroy(personId: string): Promise<void>
  /**
   * Calls `listener` within about a second after any process destroyed a key, with the key's person, and without one
   * whenever a notification may have been missed: the listener forgets what was opened with the key. Ends with `close`.
   */
  onDestroyed(listener: KeyListener): void
  close(): Promise<void>
}

export class KeyDestroyed extends Error {
  constructor(personId: string) {
    super(`The key of ${personId} is destroyed`)
    this.name = 'KeyDestroyed'
  }
}
