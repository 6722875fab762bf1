import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { openJournalSync } from '../../journal-sync.ts'
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
import { createKeyReads, faultyIn, type KeyRow, selectKeys, standingOf } from './key-rows.ts'

/**
 * Opens the keys in a separate file, so that backups of the log do not contain them. Back this file up separately, and keep its backups
 * only for a short time. A key is also destroyed in every copy that `npm run shop -- back-up` has made.
 */
export function openSqliteKeyStore(file: string, openSync = openJournalSync): KeyStore {
  const db = openSqlite(file, 'NORMAL')
  createTables(db)
  const disk = openSync(db)
  /** The new keys that may not be on the disk yet. After a failed sync, a key stays here, so nothing is sealed with it. */
  const unsynced = new Map<string, Promise<Buffer>>()
  const select = db.prepare(`${selectKeys(db)} WHERE person = ?`)
  const write = createWriting(db, disk.synced)
  const listeners = new Set<KeyListener>()
  const emptyJournal = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)')

  function known(personId: string): Buffer | undefined {
    const row = select.get(personId) as KeyRow | undefined
    if (!row) return undefined
    const standing = standingOf(row)
    if (standing === 'sound') return Buffer.from(row.key!)
    throw standing === 'damaged' ? new KeyDamaged(personId) : new KeyDestroyed(personId)
  }

  async function create(personId: string): Promise<Buffer> {
    const stored = write.keep(personId, () => known(personId) ?? randomBytes(KEY_BYTES))
    unsynced.set(personId, stored)
    const key = await stored
    unsynced.delete(personId)
    return key
  }

  return {
    async keyFor(personId) {
      const key = known(personId)
      return unsynced.get(personId) ?? key ?? create(personId)
    },

    async destroy(personId) {
      await write.forget(personId)
      for (const listener of listeners) listener(personId)
      // The write-ahead log may still contain the page with the key.
      if (emptyJournal.get()?.busy !== 0)
        throw new Error(
          `${file}: another process is reading this file, so the key of ${personId} may still be on the disk`,
        )
      await destroyInCopies(db, personId)
    },

    onDestroyed: (listener) => void listeners.add(listener),

    faulty: () => faultyIn(db),
    lose: write.lose,
    distrust: write.distrust,

    async restore(personId, key) {
      const kept = await write.keep(personId, () => {
        const row = select.get(personId) as KeyRow | undefined
        const standing = row && standingOf(row)
        if (standing === 'sound') return Buffer.from(row!.key!)
        return standing === 'destroyed' ? undefined : key
      })
      return kept?.equals(key) ?? false
    },

    ...createKeyReads(db),
    ...createBelonging(db, disk.synced),

    async close() {
      if (!db.isOpen) return
      disk.close()
      db.close()
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

function createWriting(db: DatabaseSync, synced: () => Promise<void>) {
  const upsert = db.prepare('INSERT INTO keys VALUES (?, ?) ON CONFLICT DO UPDATE SET key = excluded.key')
  const insertNothing = db.prepare('INSERT INTO keys VALUES (?, NULL) ON CONFLICT DO NOTHING')
  const setChecksum = db.prepare('INSERT OR REPLACE INTO checksums VALUES (?, ?)')
  const removeChecksum = db.prepare('DELETE FROM checksums WHERE person = ?')
  const setLost = db.prepare('INSERT OR IGNORE INTO lost VALUES (?)')
  const removeLost = db.prepare('DELETE FROM lost WHERE person = ?')

  /** Throws at once if nothing was stored. Resolves when the change is on the disk. */
  function durably<Result>(change: () => Result): Promise<Result> {
    const result = storable(() => inTransaction(db, change))
    return synced().then(() => result, throwUnwritable)
  }

  return {
    /** `choose` runs while no other process can write. */
    keep: <Key extends Buffer | undefined>(personId: string, choose: () => Key): Promise<Key> =>
      durably(() => {
        const key = choose()
        if (!key) return key
        upsert.run(personId, key)
        setChecksum.run(personId, checksumOf(personId, key))
        removeLost.run(personId)
        return key
      }),
    forget: (personId: string) =>
      durably(() => {
        upsert.run(personId, null)
        removeChecksum.run(personId)
        removeLost.run(personId)
      }),
    lose: (personIds: readonly string[]) =>
      durably(() => {
        for (const person of personIds) if (insertNothing.run(person).changes === 1) setLost.run(person)
      }),
    distrust: (personIds: readonly string[]) =>
      durably(() => {
        for (const person of personIds) setChecksum.run(person, DISTRUSTED)
      }),
  }
}

function storable<Result>(change: () => Result): Result {
  try {
    return change()
  } catch (error) {
    throw isUnwritable(error) ? unwritable(error) : error
  }
}

function throwUnwritable(error: unknown): never {
  throw unwritable(error)
}
