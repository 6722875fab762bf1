import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/*
 * Makes the disk full, or the folder read-only, while the shop runs. Load this file with `node --import` and UNWRITABLE=<full|read-only>.
 * Each SIGUSR2 begins or ends the failure. BUT=<file> names a database that stays writable. This file patches functions of SQLite and of
 * the file system, so the shop has no code for it.
 */

const MOST_PAGES = 4_294_967_294
const reason = process.env.UNWRITABLE
const databases = new Set<DatabaseSync>()
let isUnwritable = false

if (reason !== undefined && process.argv.some((word) => word.endsWith('/main.ts'))) {
  if (process.env.NODE_ENV !== 'test') throw new Error('UNWRITABLE is only for tests: NODE_ENV is not "test"')
  watchDatabases()
  watchFiles()
  process.on('SIGUSR2', () => {
    isUnwritable = !isUnwritable
    for (const database of databases) if (database.isOpen && !isLeftOut(database)) limit(database)
    process.stdout.write(`${isUnwritable ? 'unwritable' : 'writable'}\n`)
  })
}

const isLeftOut = (database: DatabaseSync) => basename(database.location() ?? '') === process.env.BUT

function watchDatabases() {
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    databases.add(this)
    return exec.call(this, sql)
  }
}

/** The file of a database cannot get another page. Free space in the file can still be used, as on a disk with a little space left. */
function limit(database: DatabaseSync) {
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count)
  if (reason === 'full') database.exec(`PRAGMA max_page_count = ${isUnwritable ? pages : MOST_PAGES}`)
  else database.exec(`PRAGMA query_only = ${isUnwritable ? 'ON' : 'OFF'}`)
}

function watchFiles() {
  const { writeFile, appendFile } = fs
  const failing =
    <Call extends unknown[]>(write: (...call: Call) => Promise<void>) =>
    async (...call: Call) => {
      if (isUnwritable) throw Object.assign(new Error('No room'), { code: reason === 'full' ? 'ENOSPC' : 'EROFS' })
      return write(...call)
    }
  fs.writeFile = failing(writeFile)
  fs.appendFile = failing(appendFile)
  syncBuiltinESMExports()
}
