import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

const MOVED_FROM_BYTES = 4 * 1_048_576
const LOOK_EVERY_MS = 1_000
/** If the thread falls behind, SQLite itself moves a journal of this many pages during a commit (reliability R26: at most 64 MiB). */
const MOST_PAGES = 4_000

/** The files whose journal the thread moves now. */
const moving = new Set<string>()
let thread: Worker | undefined

/**
 * Whenever the journal of an open database has grown, another thread moves it into the database file. SQLite calls this a checkpoint
 * (sqlite.org/wal.html), and by default does it in a commit, during which no request is answered. Ends when the database is closed.
 */
export function moveJournalInThread(db: DatabaseSync) {
  const file = db.location()
  if (!file) return
  db.exec(`PRAGMA wal_autocheckpoint = ${MOST_PAGES}`)
  let movedAt: number | undefined
  const timer = setInterval(() => {
    if (!db.isOpen) return clearInterval(timer)
    const journal = statSync(`${file}-wal`, { throwIfNoEntry: false })
    // A journal that was moved keeps its size until the next commit starts it again.
    if (!journal || journal.size < MOVED_FROM_BYTES || journal.mtimeMs === movedAt || moving.has(file)) return
    movedAt = journal.mtimeMs
    move(file)
  }, LOOK_EVERY_MS).unref()
}

function move(file: string) {
  moving.add(file)
  thread ??= start()
  thread.postMessage(file)
}

/** All databases of the process share one thread. It does not keep the process alive. */
function start() {
  const started = new Worker(new URL('./move-journal-thread.ts', import.meta.url))
  started
    .on('message', (file: string) => moving.delete(file))
    // The next look starts another thread.
    .on('error', () => {
      thread = undefined
      moving.clear()
    })
    .unref()
  return started
}
