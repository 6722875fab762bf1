import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openReadOnly } from '../../open-sqlite.ts'
import { isSound, type KeyStanding, type KeyStore } from '../key-store.ts'

export type KeyRow = { person: string; key: Uint8Array | null; checksum: Uint8Array | null; isLost: number }

const SELECT = `
  SELECT person, key, checksum, lost.rowid IS NOT NULL AS isLost
  FROM keys LEFT JOIN checksums USING (person) LEFT JOIN lost USING (person)`
/** A file of an earlier version of the shop has no checksums until it is opened for writing. */
const SELECT_OLD = 'SELECT person, key, NULL AS checksum, 0 AS isLost FROM keys'

/** The table `lost` is created last. If it exists, all tables exist, even after an interrupted start. */
export function selectKeys(db: DatabaseSync): string {
  return hasTable(db, 'lost') ? SELECT : SELECT_OLD
}

const hasTable = (db: DatabaseSync, name: string) =>
  db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined

export function standingOf({ person, key, checksum, isLost }: KeyRow): KeyStanding {
  if (key === null) return isLost ? 'lost' : 'destroyed'
  return isSound(person, key, checksum) ? 'sound' : 'damaged'
}

export function createKeyReads(db: DatabaseSync): Pick<KeyStore, 'keysOf' | 'standings'> {
  const select = db.prepare(`${selectKeys(db)} WHERE person IN (SELECT value FROM json_each(?))`)
  const rowsOf = (personIds: readonly string[]) => select.all(JSON.stringify(personIds)) as KeyRow[]
  return {
    async keysOf(personIds) {
      const sound = rowsOf(personIds).filter((row) => standingOf(row) === 'sound')
      return new Map(sound.map(({ person, key }) => [person, Buffer.from(key!)]))
    },
    standings: async (personIds) => new Map(rowsOf(personIds).map((row) => [row.person, standingOf(row)])),
  }
}

const PAGE = 500

export async function* faultyIn(db: DatabaseSync): ReturnType<KeyStore['faulty']> {
  const select = db.prepare(`${selectKeys(db)} WHERE person > ? ORDER BY person LIMIT ${PAGE}`)
  for (let after = '', rows: KeyRow[] = []; ; after = rows.at(-1)!.person) {
    rows = select.all(after) as KeyRow[]
    for (const row of rows) {
      const standing = standingOf(row)
      if (standing === 'lost' || standing === 'damaged') yield { person: row.person, standing }
    }
    if (rows.length < PAGE) return
    await nextTurn()
  }
}

export type ReadableKeys = Pick<KeyStore, 'keysOf' | 'standings' | 'close'>

/** Reads a file of keys that may be in use. Creates and changes nothing. A missing file has no keys. */
export function openKeysReadOnly(file: string): ReadableKeys {
  const db = openReadOnly(file)
  if (!db || !hasTable(db, 'keys')) {
    db?.close()
    return { keysOf: async () => new Map(), standings: async () => new Map(), close: async () => {} }
  }
  return { ...createKeyReads(db), close: async () => db.close() }
}

export async function* keysInFile(file: string): AsyncGenerator<Readonly<{ person: string; key: Buffer }>> {
  using db = openReadOnly(file)
  if (!db) return
  for (const row of db.prepare(`${selectKeys(db)} WHERE key IS NOT NULL ORDER BY person`).iterate())
    if (standingOf(row as KeyRow) === 'sound')
      yield { person: String(row.person), key: Buffer.from(row.key as Uint8Array) }
}
