import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'

/**
 * Receives the file name of a database. Moves the journal into the database, except the part that a reader still needs. Then sends the file
 * name back.
 */
parentPort?.on('message', (file: string) => {
  try {
    move(file)
  } catch {
    // The file was removed, or its disk is full. The process that writes the database reports a full disk.
  }
  parentPort?.postMessage(file)
})

function move(file: string) {
  // Without this mode, SQLite would create the file again after its removal.
  const url = pathToFileURL(file)
  url.search = 'mode=rw'
  const db = new DatabaseSync(url)
  try {
    db.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } finally {
    db.close()
  }
}
