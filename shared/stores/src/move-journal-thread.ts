import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'

/** A short journal costs a read nothing, and each move costs a commit a sync: the first commit after it begins the journal again. */
const MOVED_FROM_PAGES = 2_000
/** SQLite begins the journal again only if a commit finds all of it moved. A pass moves what was committed during the pass before. */
const MOST_PASSES = 5

type Pages = Readonly<{ log: number; checkpointed: number }>

/** The message names a database file. Moves its journal into the file if it is long, except the part that a reader still needs. */
parentPort?.on('message', (file: string) => {
  try {
    moveLong(file)
  } catch {
    // The file was removed, or its disk is full. The process that writes the database reports a full disk.
  }
  parentPort?.postMessage(file)
})

function moveLong(file: string) {
  // Without `mode=rw`, SQLite would create a removed file again.
  const url = pathToFileURL(file)
  url.search = 'mode=rw'
  using db = new DatabaseSync(url)
  // NOOP moves nothing (sqlite.org/pragma.html#pragma_wal_checkpoint).
  const pages = db.prepare('PRAGMA wal_checkpoint(NOOP)')
  const pass = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  let { log, checkpointed } = pages.get() as Pages
  if (log < MOVED_FROM_PAGES) return
  for (let passes = 0; passes < MOST_PASSES && checkpointed < log; passes++) {
    pass.get()
    ;({ log, checkpointed } = pages.get() as Pages)
  }
}
