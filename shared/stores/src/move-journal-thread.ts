import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'

/** SQLite begins the journal again only if a commit finds all of it moved. A pass moves what was committed during the pass before. */
const MOST_PASSES = 5

/** The database file, and from how many pages on its journal is moved. */
export type LongJournal = Readonly<{ file: string; longPages: number }>

type Pages = Readonly<{ log: number; checkpointed: number }>

/** Moves a long journal into its database file, except the part that a reader still needs. Answers with the file. */
parentPort?.on('message', (journal: LongJournal) => {
  try {
    move(journal)
  } catch {
    // The file was removed, or its disk is full. The process that writes the database reports a full disk.
  }
  parentPort?.postMessage(journal.file)
})

function move({ file, longPages }: LongJournal) {
  // Without `mode=rw`, SQLite would create a removed file again.
  const url = pathToFileURL(file)
  url.search = 'mode=rw'
  using db = new DatabaseSync(url)
  // NOOP moves nothing (sqlite.org/pragma.html#pragma_wal_checkpoint).
  const pages = db.prepare('PRAGMA wal_checkpoint(NOOP)')
  const pass = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  let { log, checkpointed } = pages.get() as Pages
  if (log < longPages) return
  for (let passes = 0; passes < MOST_PASSES && checkpointed < log; passes++) {
    pass.get()
    ;({ log, checkpointed } = pages.get() as Pages)
  }
}
