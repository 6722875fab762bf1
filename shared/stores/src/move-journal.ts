import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { LongJournal } from './move-journal-thread.ts'
import { pragma } from './open-sqlite.ts'

/** A shorter journal costs a read nothing, and each move costs a commit a sync: the first commit after it begins the journal again. */
const LONG_PAGES = 2_000
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
  const longBytes = LONG_PAGES * Number(pragma(db, 'page_size'))
  let seenAt: number | undefined
  const timer = setInterval(() => {
    if (!db.isOpen) return clearInterval(timer)
    const journal = statSync(`${file}-wal`, { throwIfNoEntry: false })
    // A moved journal keeps its size, so the thread looks how much is in it.
    if (!journal || journal.size < longBytes || journal.mtimeMs === seenAt || moving.has(file)) return
    seenAt = journal.mtimeMs
    move(file)
  }, LOOK_EVERY_MS).unref()
}

function move(file: string) {
  moving.add(file)
  thread ??= start()
  thread.postMessage({ file, longPages: LONG_PAGES } satisfies LongJournal)
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
