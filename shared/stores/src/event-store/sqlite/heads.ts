import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

/** Where a stream stands: its number in the file (undefined before its first event) and its newest version. */
export type Head = Readonly<{ stream: number | undefined; version: number }>

const MAX_CACHED = 100_000

/** The heads of streams as they are committed, the recently used ones from memory: one process alone writes the log. */
export function createHeads(db: DatabaseSync) {
  const cache = new LRUCache<string, Head>({ max: MAX_CACHED })
  const select = db.prepare(`
    SELECT id AS stream, (SELECT max(version) FROM events WHERE stream = streams.id) AS version
    FROM streams WHERE name = ?`)

  return {
    /** Never to be asked about a stream that the open transaction has written: the answer is kept. */
    of(name: string): Head {
      const known = cache.get(name)
      if (known) return known
      const head = (select.get(name) as Head | undefined) ?? { stream: undefined, version: -1 }
      cache.set(name, head)
      return head
    },
    keep(heads: ReadonlyMap<string, Head>) {
      for (const [name, head] of heads) cache.set(name, head)
    },
    forget(names: Iterable<string>) {
      for (const name of names) cache.delete(name)
    },
  }
}
export type Heads = ReturnType<typeof createHeads>
