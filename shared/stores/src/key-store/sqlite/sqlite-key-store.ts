import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { destroyInCopies } from '../../key-copies.ts'
import { inTransaction, openSqlite, pragma } from '../../open-sqlite.ts'
import { isUnwritable, unwritable } from '../../unwritable.ts'
import {
  checksumOf,
  DISTRUSTED,
  KEY_BYTES,
  KeyDamaged,
  KeyDestroyed,
  type KeyListener,
  type KeyStore,
} from '../key-store.ts'
import { createBelonging } from './belonging-table.ts'
import { createKeyReads, type KeyRow, selectKeys, standingOf } from './key-rows.ts'

const PAGE = 500

/**
 * Opens the keys in a separate file, so that backups of the log do not contain them. Back this file up separately, and keep its backups
 * only for a short time. A key is also destroyed in every copy that `npm run shop -- back-up` has made.
 */
export function openSqliteKeyStore(file: string): KeyStore {
  const db = openSqlite(file, 'FULL')
  createTables(db)
  const select = db.prepare(`${selectKeys(db)} WHERE person = ?`)
  const selectPage = db.prepare(`${selectKeys(db)} WHERE person > ? ORDER BY person LIMIT ${PAGE}`)
  const write = createWriting(db)
  const listeners = new Set<KeyListener>()
  const emptyJournal = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)')

  function known(personId: string): Buffer | undefined {
    const row = select.get(personId) as KeyRow | undefined
    if (!row) return undefined
    const standing = standingOf(row)
    if (standing === 'sound') return Buffer.from(row.key!)
    throw standing === 'damaged' ? new KeyDamaged(personId) : new KeyDestroyed(personId)
  }

  return {
    async keyFor(personId) {
      return known(personId) ?? write.keep(personId, () => known(personId) ?? randomBytes(KEY_BYTES))
    },

    async destroy(personId) {
      write.forget(personId)
      for (const listener of listeners) listener(personId)
      // The write-ahead log may still contain the page with the key.
      if (emptyJournal.get()?.busy !== 0)
        throw new Error(
          `${file}: another process is reading this file, so the key of ${personId} may still be on the disk`,
        )
      await destroyInCopies(db, personId)
    },

    onDestroyed: (listener) => void listeners.add(listener),

    async *faulty() {
      for (let after = '', rows: KeyRow[] = []; ; after = rows.at(-1)!.person) {
        rows = selectPage.all(after) as KeyRow[]
        for (const row of rows) {
          const standing = standingOf(row)
          if (standing === 'lost' || standing === 'damaged') yield { person: row.person, standing }
        }
        if (rows.length < PAGE) return
        await nextTurn()
      }
    },

    lose: async (personIds) => write.lose(personIds),
    distrust: async (personIds) => write.distrust(personIds),

    async restore(personId, key) {
      const kept = write.keep(personId, () => {
        const row = select.get(personId) as KeyRow | undefined
        const standing = row && standingOf(row)
        if (standing === 'sound') return Buffer.from(row!.key!)
        return standing === 'destroyed' ? undefined : key
      })
      return kept?.equals(key) ?? false
    },

    ...createKeyReads(db),
    ...createBelonging(db),

    async close() {
      if (db.isOpen) db.close()
    },
  }
}

/** From layout 1 on, each key has a checksum. */
const LAYOUT = 1

/** A destroyed key leaves a row without a key, so that the person never gets another key. */
function createTables(db: DatabaseSync) {
  db.exec(`
    PRAGMA secure_delete = ON;
    CREATE TABLE IF NOT EXISTS keys (person TEXT PRIMARY KEY, key BLOB) STRICT;
    CREATE TABLE IF NOT EXISTS checksums (person TEXT PRIMARY KEY, checksum BLOB NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS lost (person TEXT PRIMARY KEY) STRICT;`)
  if (pragma(db, 'user_version') === LAYOUT) return
  db.function('checksum_of', (person, key) => checksumOf(String(person), key as Uint8Array))
  inTransaction(db, () =>
    db.exec(`
      INSERT OR IGNORE INTO checksums SELECT person, checksum_of(person, key) FROM keys WHERE key IS NOT NULL;
      PRAGMA user_version = ${LAYOUT}`),
  )
}

function createWriting(db: DatabaseSync) {
  const upsert = db.prepare('INSERT INTO keys VALUES (?, ?) ON CONFLICT DO UPDATE SET key = excluded.key')
  const insertNothing = db.prepare('INSERT INTO keys VALUES (?, NULL) ON CONFLICT DO NOTHING')
  const setChecksum = db.prepare('INSERT OR REPLACE INTO checksums VALUES (?, ?)')
  const removeChecksum = db.prepare('DELETE FROM checksums WHERE person = ?')
  const setLost = db.prepare('INSERT OR IGNORE INTO lost VALUES (?)')
  const removeLost = db.prepare('DELETE FROM lost WHERE person = ?')

  return {
    /** `choose` runs while no other process can write. */
    keep<Key extends Buffer | undefined>(personId: string, choose: () => Key): Key {
      try {
        return inTransaction(db, () => {
          const key = choose()
          if (!key) return key
          upsert.run(personId, key)
          setChecksum.run(personId, checksumOf(personId, key))
          removeLost.run(personId)
          return key
        })
      } catch (error) {
        throw isUnwritable(error) ? unwritable(error) : error
      }
    },
    forget(personId: string) {
      inTransaction(db, () => {
        upsert.run(personId, null)
        removeChecksum.run(personId)
        removeLost.run(personId)
      })
    },
    lose(personIds: readonly string[]) {
      inTransaction(db, () => {
        for (const person of personIds) if (insertNothing.run(person).changes === 1) setLost.run(person)
      })
    },
    distrust(personIds: readonly string[]) {
      inTransaction(db, () => {
        for (const person of personIds) setChecksum.run(person, DISTRUSTED)
      })
    },
  }
}
