import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** The first journal of this size starts the thread. A moved journal keeps its size, so the thread looks how much is in it. */
const LOOKED_AT_FROM_BYTES = 16 * 1_048_576
const LOOK_EVERY_MS = 200
/** If the thread falls behind, SQLite itself moves a journal of this many pages during a commit (reliability R26: at most 64 MiB). */
const MOST_PAGES = 6_000

const moving = new Set<string>()
let thread: Worker | undefined

/**
 * Another thread moves the growing journal into the database file: a checkpoint (sqlite.org/wal.html). By default, SQLite does this during
 * a commit, while no request is answered.
 */
export function moveJournalInThread(db: DatabaseSync) {
  const file = db.location()
  if (!file) return
  db.exec(`PRAGMA wal_autocheckpoint = ${MOST_PAGES}`)
  let seenAt: number | undefined
  const timer = setInterval(() => {
    if (!db.isOpen) return clearInterval(timer)
    const journal = statSync(`${file}-wal`, { throwIfNoEntry: false })
    if (!journal || journal.size < LOOKED_AT_FROM_BYTES || journal.mtimeMs === seenAt || moving.has(file)) return
    seenAt = journal.mtimeMs
    move(file)
  }, LOOK_EVERY_MS).unref()
}

function move(file: string) {
  moving.add(file)
  thread ??= start()
  thread.postMessage(file)
}

function start() {
  const started = new Worker(new URL('./move-journal-thread.ts', import.meta.url))
  started
    .on('message', (file: string) => moving.delete(file))
    .on('error', () => {
      thread = undefined
      moving.clear()
    })
    .unref()
  return started
}
