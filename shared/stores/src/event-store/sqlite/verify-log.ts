import { hash as hashOf } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
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

/** Few enough that a reader of a log that is in use holds up nobody. */
const PIECE = 2_000

/** Of the same shop, from before and after the change of which table: what a file of ours is made of. */
const OURS = 'events, log, sqlite_autoindex_events_1, sqlite_autoindex_events_2, sqlite_autoindex_streams_1, streams'

/**
 * Reads a log file from its start and checks that no event was changed, removed or inserted since it was stored, that
 * its indexes say the same as its tables, and that it goes through each witnessed head. Returns its own. An attacker who
 * rewrites the end of a file can rewrite its hashes too: only a witness shows that. Memory does not grow with the log; the
 * shop may run. Throws LogChanged.
 */
export function verifyLog(file: string, witnesses: readonly Witness[] = []): Head {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const ids = db.prepare('SELECT id FROM log').all()
    if (ids.length !== 1) throw new LogChanged(file, `was changed: it has ${ids.length} ids`)
    const log = String(ids[0]?.id)
    const comparison = createComparison(file, log, witnesses)
    comparison.pass(0, '')
    const end = verifyChain(db, file, { position: 0, hash: '' }, comparison.pass)
    comparison.end(end.position)
    verifyStructure(db, file)
    return { log, events: end.position, hash: end.hash }
  } finally {
    db.close()
  }
}

/** The same chain for the newest events only, for a start: its time does not grow with the log. Throws LogChanged. */
export function verifyTail(db: DatabaseSync, name: string, events: number) {
  const first = Math.max(0, endOf(db).position - events)
  const before = db.prepare('SELECT hash FROM events WHERE position = ?').get(first)
  if (first > 0 && !before) throw new LogChanged(name, changedAt(first))
  verifyChain(db, name, { position: first, hash: String(before?.hash ?? '') })
}

/** An event's position and hash; 0 and '': before the first. */
type Place = Readonly<{ position: number; hash: string }>
type Pass = (position: number, hash: string) => void
type Row = [position: bigint, hash: string, covered: string | null]

/** What is hashed is put together by SQLite, which takes a third of the time. The text is that of `chained`. */
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
  let reached = check(from, PIECE)
  while (!reached.isEnd) reached = check(reached, PIECE)
  return reached
}

/** Checks at most so many events after a place; says where that ended, and whether there are no more. Throws LogChanged. */
export function createChainCheck(db: DatabaseSync, name: string, pass?: Pass) {
  const select = db.prepare(COVERED)
  select.setReturnArrays(true)
  // A changed position may be larger than a number can be.
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
      // SQLite writes some characters of a name in another way than JSON.stringify does.
      if (stored !== hash) hash = chained(before, selectEvent.get(at) as ChainedEvent)
      if (stored !== hash) throw new LogChanged(name, changedAt(position))
      pass?.(position, hash)
    }
    return { position, hash, isEnd: rows.length < most }
  }
}

/** What the chain does not see: something besides the log's own tables, a stream without events, an index that differs from its table. */
function verifyStructure(db: DatabaseSync, file: string) {
  const parts = db.prepare('SELECT name FROM sqlite_schema ORDER BY name').all()
  const found = parts.map(({ name }) => String(name)).join(', ')
  if (found !== OURS) throw new LogChanged(file, `was changed: it is made of ${found}`)
  const empty = db
    .prepare('SELECT name FROM streams WHERE NOT EXISTS (SELECT 1 FROM events WHERE stream = streams.id) LIMIT 1')
    .get()
  if (empty) throw new LogChanged(file, `was changed: its stream ${empty.name} has no event`)
  const odd = db
    .prepare(`
      SELECT (SELECT name FROM streams WHERE id = stream) AS name FROM events GROUP BY stream
      HAVING min(version) <> 0 OR count(*) <> max(version) + 1 LIMIT 1`)
    .get()
  if (odd) throw new LogChanged(file, `was changed: a version is missing in its stream ${odd.name}`)
  const damage = db.prepare('PRAGMA integrity_check(1)').get()?.integrity_check
  if (damage !== 'ok') throw new LogChanged(file, `is damaged: ${damage}`)
}
