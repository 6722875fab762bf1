import { LRUCache } from 'lru-cache'
import { type KnownStream, weightOf } from './known-stream.ts'

/** The unit is about 150 bytes, so the limit is 30 MB. */
const MAX_WEIGHT = 200_000

/**
 * The streams in memory, limited by weight. Each stream has at most one valid entry: the entry on which a command is being decided or, if
 * there is none, the cached entry. No command is decided on a dropped entry, because that entry may be stale.
 */
export function createStreamCache(maxWeight = MAX_WEIGHT) {
  const cached = new LRUCache<string, KnownStream>({
    maxSize: maxWeight,
    // A stream above the limit is kept, and all other streams are removed.
    sizeCalculation: (known) => Math.min(weightOf(known), maxWeight),
    dispose: ({ name }, _, reason) => {
      if (reason === 'evict') dropReadings(name)
    },
  })
  const inUse = new Map<string, KnownStream>()
  /** Entries that are still being read. They can hold fields of an erased person who is not yet in `people`. */
  const beingRead = new Set<KnownStream>()

  function peek(name: string): KnownStream | undefined {
    const used = inUse.get(name)
    return used?.status === 'sound' ? used : cached.get(name)
  }

  function keep(known: KnownStream) {
    if (known.status === 'dropped') return
    known.status = 'sound'
    // The cache weighs an entry only when the entry is added, and `known` may have grown.
    cached.delete(known.name)
    cached.set(known.name, known)
  }

  /** A read in progress may miss events that were just written. */
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

  async function using<T>(known: KnownStream, work: () => Promise<T>): Promise<T> {
    inUse.set(known.name, known)
    try {
      return await work()
    } finally {
      inUse.delete(known.name)
      // Concurrent readings may lack the command's events.
      if (known.status === 'dropped') drop(known)
    }
  }

  function forget(person: string | undefined) {
    const isTheirs = ({ people }: KnownStream) => (person === undefined ? people.size > 0 : people.has(person))
    for (const known of [...cached.values()]) if (isTheirs(known)) drop(known)
    for (const known of [...beingRead, ...inUse.values()])
      if (isTheirs(known) || !known.decider.snapshot) known.status = 'dropped'
  }

  return { peek, keep, drop, using, beingRead, forget }
}
export type StreamCache = ReturnType<typeof createStreamCache>
