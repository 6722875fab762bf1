import { randomBytes } from 'node:crypto'
import { destroyInCopies } from '../../key-copies.ts'
import { openSqlite } from '../../open-sqlite.ts'
import { isUnwritable, unwritable } from '../../unwritable.ts'
import { KEY_BYTES, KeyDestroyed, type KeyListener, type KeyStore } from '../key-store.ts'

/**
 * The keys in a file of their own, so that backups of the log do not have them. Back it up apart, and keep those backups
 * briefly; a key is destroyed in each copy that `npm run back-up` has made, too.
 */
export function openSqliteKeyStore(file: string): KeyStore {
  const db = openSqlite(file, 'FULL')
  // A destroyed key leaves a row without a key: that person never gets another.
  db.exec(`
    PRAGMA secure_delete = ON;
    CREATE TABLE IF NOT EXISTS keys (person TEXT PRIMARY KEY, key BLOB) STRICT;`)
  const select = db.prepare('SELECT key FROM keys WHERE person = ?')
  const selectMany = db.prepare(
    'SELECT person, key FROM keys WHERE person IN (SELECT value FROM json_each(?)) AND key IS NOT NULL',
  )
  const insert = db.prepare('INSERT INTO keys VALUES (?, ?)')
  const forget = db.prepare('INSERT INTO keys VALUES (?, NULL) ON CONFLICT DO UPDATE SET key = NULL')
  const listeners = new Set<KeyListener>()
  const emptyJournal = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)')

  return {
    async keyFor(personId) {
      const row = select.get(personId)
      if (row?.key) return Buffer.from(row.key as Uint8Array)
      if (row) throw new KeyDestroyed(personId)
      const key = randomBytes(KEY_BYTES)
      try {
        insert.run(personId, key)
      } catch (error) {
        throw isUnwritable(error) ? unwritable(error) : error
      }
      return key
    },

    async keysOf(personIds) {
      const rows = selectMany.all(JSON.stringify(personIds))
      return new Map(rows.map(({ person, key }) => [String(person), Buffer.from(key as Uint8Array)]))
    },

    async destroy(personId) {
      forget.run(personId)
      for (const listener of listeners) listener(personId)
      // The write-ahead log still has the page with the key.
      if (emptyJournal.get()?.busy !== 0)
        throw new Error(`${file}: another process is reading it, the key of ${personId} may still be on the disk`)
      await destroyInCopies(db, [personId])
    },

    onDestroyed: (listener) => void listeners.add(listener),

    async close() {
      if (db.isOpen) db.close()
    },
  }
}
