import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'

/** Moves the journal into the database file that the message names, except the part that a reader still needs. */
parentPort?.on('message', (file: string) => {
  try {
    move(file)
  } catch {
    // The file was removed, or its disk is full. The process that writes the database reports a full disk.
  }
  parentPort?.postMessage(file)
})

function move(file: string) {
  // Without `mode=rw`, SQLite would create a removed file again.
  const url = pathToFileURL(file)
  url.search = 'mode=rw'
  using db = new DatabaseSync(url)
  db.exec('PRAGMA wal_checkpoint(PASSIVE)')
}
