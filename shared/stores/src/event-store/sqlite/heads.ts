import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

/** `stream`: the stream's number in the file, undefined before its first event. */
export type Head = Readonly<{ stream: number | undefined; version: number }>

const MAX_CACHED = 100_000

/** Reads and caches the heads of streams up to `end`. Call `forgetAll` after another process has written to the log. */
export function createHeads(db: DatabaseSync, end: Readonly<{ position: number }>) {
  // The option `max` would slowly reserve all entries at the start.
  const cache = new LRUCache<string, Head>({ maxSize: MAX_CACHED, sizeCalculation: () => 1 })
  const select = db.prepare(`
    SELECT stream, version FROM events
    WHERE stream = (SELECT id FROM streams WHERE name = ?) AND position <= ? ORDER BY version DESC LIMIT 1`)

  return {
    /** Do not call this for a stream that the open transaction has written, because the cache would keep the uncommitted head. */
    of(name: string): Head {
      const known = cache.get(name)
      if (known) return known
      const head = (select.get(name, end.position) as Head | undefined) ?? { stream: undefined, version: -1 }
      cache.set(name, head)
      return head
    },
    keep(heads: ReadonlyMap<string, Head>) {
      for (const [name, head] of heads) cache.set(name, head)
    },
    forget(names: Iterable<string>) {
      for (const name of names) cache.delete(name)
    },
    forgetAll: () => cache.clear(),
  }
}
export type Heads = ReturnType<typeof createHeads>
