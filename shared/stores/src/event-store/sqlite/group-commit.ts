import type { DatabaseSync } from 'node:sqlite'
import type { Appended } from '../event-store.ts'
import type { Append, End } from './append.ts'
import { createBatchWriter } from './batch-writer.ts'
import type { Heads } from './heads.ts'

type Waiting = Append & { resolve: (appended: Appended) => void; reject: (error: Error) => void }

/**
 * Appends that arrive in the same turn of the event loop share one transaction and one sync. With many writers, the sync takes nearly all
 * the time, and it takes the same time for one append as for a hundred. Appends resolve after the commit.
 */
export function createGroupCommit(db: DatabaseSync, heads: Heads, newest: End, onCommit: () => void) {
  const { store, requireGoing } = createBatchWriter(db, heads, newest)
  let waiting: Waiting[] = []

  async function append(append: Append): Promise<Appended> {
    requireGoing()
    return new Promise((resolve, reject) => {
      if (waiting.push({ ...append, resolve, reject }) === 1) setImmediate(flush)
    })
  }

  function flush() {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    const before = newest.position
    const answers = store(batch)
    for (const [index, { resolve, reject }] of batch.entries()) {
      const answer = answers[index]!
      if (answer instanceof Error) reject(answer)
      else resolve(answer)
    }
    if (newest.position > before) onCommit()
  }

  return { append, flush, requireGoing }
}
