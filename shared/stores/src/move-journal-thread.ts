import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'

/** Moves the journal of each database that it receives, as far as no reader needs it. Sends the file name back when this is done. */
parentPort?.on('message', (file: string) => {
  try {
    move(file)
  } catch {
    // The file was removed, or its disk is full. The process that writes the database reports a full disk.
  }
  parentPort?.postMessage(file)
})

function move(file: string) {
  // Without this mode, SQLite would create a file that was removed.
  const url = pathToFileURL(file)
  url.search = 'mode=rw'
  const db = new DatabaseSync(url)
  try {
    db.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } finally {
    db.close()
  }
}
