import { hash as hashOf } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { isDamaged } from '../../open-sqlite.ts'
import {
  type ChainedEvent,
  chained,
  changedAt,
  createComparison,
  type Head,
  LogChanged,
  type Witness,
} from '../chain.ts'
import { endOf } from './append.ts'

/** The most events that one query reads. A longer query would hold up other processes. */
const EVENTS_AT_ONCE = 2_000

/** The names of our tables and indexes. A file with other names counts as changed. */
const OURS = 'events, log, sqlite_autoindex_events_1, sqlite_autoindex_events_2, sqlite_autoindex_streams_1, streams'

/**
 * Checks that no event of a log file was changed, removed or inserted, that the indexes match the tables, and that the chain has each
 * witness's hash. Only a witness reveals an attacker who has rewritten the hashes too. The shop may run meanwhile. Throws LogChanged.
 */
export function verifyLog(file: string, witnesses: readonly Witness[] = []): Head {
  using db = new DatabaseSync(file, { readOnly: true })
  return reading(file, () => verifyAll(db, file, witnesses))
}

/** Throws LogChanged with the log's name if the file is damaged. */
export function reading<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw isDamaged(error) ? new LogChanged(name, `is damaged: ${error.message}`) : error
  }
}

function verifyAll(db: DatabaseSync, file: string, witnesses: readonly Witness[]): Head {
  const ids = db.prepare('SELECT id FROM log').all()
  if (ids.length !== 1) throw new LogChanged(file, `was changed: it has ${ids.length} ids`)
  const log = String(ids[0]?.id)
  const comparison = createComparison(file, log, witnesses)
  comparison.pass(0, '')
  const end = verifyChain(db, file, { position: 0, hash: '' }, comparison.pass)
  comparison.end(end.position)
  verifyStructure(db, file)
  return { log, events: end.position, hash: end.hash }
}

/** Checks only the chain of the newest events. `events`: their number. Throws LogChanged. */
export function verifyTail(db: DatabaseSync, name: string, events: number) {
  const first = Math.max(0, endOf(db).position - events)
  const before = db.prepare('SELECT hash FROM events WHERE position = ?').get(first)
  if (first > 0 && !before) throw new LogChanged(name, changedAt(first))
  verifyChain(db, name, { position: first, hash: String(before?.hash ?? '') })
}

/** Before the first event, `position` is 0 and `hash` is ''. */
type Place = Readonly<{ position: number; hash: string }>
type Pass = (position: number, hash: string) => void
type Row = [position: bigint, hash: string, covered: string | null]

/** SQL for the text that `chained` hashes. Building this text in JavaScript would take three times as long. */
const COVERED = `
  SELECT position, hash, char(10) || position || char(10) || version ||
    char(10) || '[' || json_quote(name) || ',' || json_quote(events.id) || ',' || json_quote(type) || ']' ||
    char(10) || data || char(10) || metadata
  FROM events LEFT JOIN streams ON streams.id = events.stream WHERE position > ? ORDER BY position LIMIT ?`
const EVENT = `
  SELECT position, name AS stream, version, events.id, type, data, metadata
  FROM events LEFT JOIN streams ON streams.id = events.stream WHERE position = ?`

function verifyChain(db: DatabaseSync, name: string, from: Place, pass?: Pass): Place {
  const check = createChainCheck(db, name, pass)
  let reached = check(from, EVENTS_AT_ONCE)
  while (!reached.isEnd) reached = check(reached, EVENTS_AT_ONCE)
  return reached
}

/**
 * The returned function checks at most `most` events after a place. Returns the place of the last checked event, and whether the log ends
 * there. Throws LogChanged.
 */
export function createChainCheck(db: DatabaseSync, name: string, pass?: Pass) {
  const select = db.prepare(COVERED)
  select.setReturnArrays(true)
  // A changed position may be too large for a JavaScript number.
  select.setReadBigInts(true)
  const selectEvent = db.prepare(EVENT)
  return ({ position, hash }: Place, most: number): Place & { isEnd: boolean } => {
    const after = position === 0 ? BigInt(Number.MIN_SAFE_INTEGER) : BigInt(position)
    const rows = select.all(after, most) as unknown as Row[]
    for (const [at, stored, covered] of rows) {
      position += 1
      if (at !== BigInt(position)) throw new LogChanged(name, changedAt(position))
      const before = hash
      hash = hashOf('sha256', before + (covered ?? ''), 'base64url')
      // SQLite escapes some characters of a name differently from JSON.stringify. So a hash that differs is computed again in JavaScript.
      if (stored !== hash) hash = chained(before, selectEvent.get(at) as ChainedEvent)
      if (stored !== hash) throw new LogChanged(name, changedAt(position))
      pass?.(position, hash)
    }
    return { position, hash, isEnd: rows.length < most }
  }
}

/**
 * Checks what the chain does not cover: foreign tables, streams without events, missing versions, and indexes that do not match their
 * tables.
 */
function verifyStructure(db: DatabaseSync, file: string) {
  const parts = db.prepare('SELECT name FROM sqlite_schema ORDER BY name').all()
  const found = parts.map(({ name }) => String(name)).join(', ')
  if (found !== OURS) throw new LogChanged(file, `was changed. It contains ${found}`)
  const empty = db
    .prepare('SELECT name FROM streams WHERE NOT EXISTS (SELECT 1 FROM events WHERE stream = streams.id) LIMIT 1')
    .get()
  if (empty) throw new LogChanged(file, `was changed. Its stream ${empty.name} has no event`)
  const odd = db
    .prepare(`
      SELECT (SELECT name FROM streams WHERE id = stream) AS name FROM events GROUP BY stream
      HAVING min(version) <> 0 OR count(*) <> max(version) + 1 LIMIT 1`)
    .get()
  if (odd) throw new LogChanged(file, `was changed. A version is missing in its stream ${odd.name}`)
  const damage = db.prepare('PRAGMA integrity_check(1)').get()?.integrity_check
  if (damage !== 'ok') throw new LogChanged(file, `is damaged: ${damage}`)
}
