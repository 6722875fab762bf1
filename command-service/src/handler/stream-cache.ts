import { LRUCache } from 'lru-cache'
import { type KnownStream, weightOf } from './known-stream.ts'

/** In units of about 150 bytes: 300 MB. */
export const MAX_WEIGHT = 2_000_000

/**
 * The streams in memory, bounded by their weight. Each stream has at most one entry that counts: the one that a command is
 * being decided on, else the cached one. An entry that was dropped may be stale, and nothing is decided on it any more.
 */
export function createStreamCache(maxWeight: number) {
  const cached = new LRUCache<string, KnownStream>({
    maxSize: maxWeight,
    // A stream larger than the limit is kept too, alone.
    sizeCalculation: (known) => Math.min(weightOf(known), maxWeight),
    dispose: ({ name }, _, reason) => {
      if (reason === 'evict') dropReadings(name)
    },
  })
  const inUse = new Map<string, KnownStream>()
  /** Entries being read: they may hold fields opened before an erasure, and not yet list the person in `people`. */
  const beingRead = new Set<KnownStream>()

  function peek(name: string): KnownStream | undefined {
    const used = inUse.get(name)
    return used?.status === 'sound' ? used : cached.get(name)
  }

  function keep(known: KnownStream) {
    if (known.status === 'dropped') return
    known.status = 'sound'
    // The cache weighs an entry only when it is new, and this one has grown.
    cached.delete(known.name)
    cached.set(known.name, known)
  }

  /** Drops the readings under way of a stream: they may miss events that were just written. */
  function dropReadings(name: string) {
    for (const known of beingRead) if (known.name === name) known.status = 'dropped'
  }

  function drop(known: KnownStream) {
    known.status = 'dropped'
    dropReadings(known.name)
    const other = cached.peek(known.name)
    if (other) other.status = 'dropped'
    cached.delete(known.name)
  }

  /** While a command is decided on this entry, all other callers find it too. */
  async function using<T>(known: KnownStream, work: () => Promise<T>): Promise<T> {
    inUse.set(known.name, known)
    try {
      return await work()
    } finally {
      inUse.delete(known.name)
      // A concurrent reading may or may not hold the command's events.
      if (known.status === 'dropped') drop(known)
    }
  }

  async function whileReading<T>(known: KnownStream, work: () => Promise<T>): Promise<T> {
    beingRead.add(known)
    try {
      return await work()
    } finally {
      beingRead.delete(known)
    }
  }

  /** Forgets the streams with fields opened with a person's key; `undefined`: with any key, when it is unknown which is gone. */
  function forget(person: string | undefined) {
    const isTheirs = ({ people }: KnownStream) => (person === undefined ? people.size > 0 : people.has(person))
    for (const known of [...cached.values()]) if (isTheirs(known)) drop(known)
    for (const known of [...beingRead, ...inUse.values()])
      if (isTheirs(known) || !known.decider.snapshot) known.status = 'dropped'
  }

  return { peek, keep, drop, using, whileReading, forget }
}
export type StreamCache = ReturnType<typeof createStreamCache>
