/** Each person's own key, 32 bytes. Never in the log, never in a read model. Adapters: sqlite.ts, mongodb.ts. Contract: contract.ts. */
export interface KeyStore {
  /** The person's key, made at the first call and durable before it is answered. Throws KeyDestroyed for an erased person. */
  keyFor(personId: string): Promise<Buffer>
  /** The keys that exist; an erased person has none. */
  keysOf(personIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>>
  /** Destroys it for good: what it sealed can never be read again. A person without one gets none later. */
  destroy(personId: string): Promise<void>
  /**
   * Calls `listener` within a second or so of any key's end, whichever process destroyed it, and whenever one may have
   * been missed: what was opened with keys is then to be forgotten. Ends with `close`.
   */
  onDestroyed(listener: () => void): void
  close(): Promise<void>
}

export class KeyDestroyed extends Error {
  constructor(personId: string) {
    super(`The key of ${personId} is destroyed`)
    this.name = 'KeyDestroyed'
  }
}
