import type { DatabaseSync } from 'node:sqlite'
import { belongingIn } from '../key-store/sqlite/belonging-table.ts'
import { isSqliteError, openReadOnly } from '../open-sqlite.ts'
import { NOTHING_SEEN, type Seen, seenUpTo } from './seen.ts'

type Store = 'keys' | 'readModels' | 'jobs' | 'snapshots'

/**
 * The file may be missing, and the shop may be running. Throws if the key store is damaged. Any other damaged store counts as empty,
 * because an empty store replaces the damaged store.
 */
export function seenInFile(file: string, store: Store): Seen {
  try {
    using db = openReadOnly(file)
    return db ? seenIn(db) : NOTHING_SEEN
  } catch (error) {
    if (store !== 'keys' && isSqliteError(error, 'CORRUPT', 'NOT_A_DATABASE')) return NOTHING_SEEN
    throw error
  }
}

function seenIn(db: DatabaseSync): Seen {
  const all = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const tables = new Set(all.map(({ name }) => String(name)))
  const some = (query: string) => db.prepare(query).all()
  if (tables.has('keys')) {
    const isUsed = some('SELECT 1 FROM keys LIMIT 1').length > 0
    return { positions: [], isUsed, belonging: belongingIn(db) }
  }
  if (tables.has('checkpoints')) return seenUpTo(some('SELECT position FROM checkpoints').map(positionOf))
  if (tables.has('snapshots'))
    return seenUpTo(some('SELECT position FROM snapshots ORDER BY rowid DESC LIMIT 1').map(positionOf))
  return NOTHING_SEEN
}

const positionOf = ({ position }: Record<string, unknown>) => String(position)
