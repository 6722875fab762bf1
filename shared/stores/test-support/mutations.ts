import type { DatabaseSync } from 'node:sqlite'
import { type ChainedEvent, chained } from '../src/event-store/chain.ts'

/** A change that an attacker with access to the file may make. `at`: the check must report this position, or a message that matches. */
export type Mutation = Readonly<{ kind: string; mutate: (db: DatabaseSync) => void; at: number | RegExp }>

/** The log to change has this many streams. First each stream in turn gets its first three events. */
export const STREAMS = 20
export const EVENTS = 12 * STREAMS

/** A random whole number, at least 0 and less than `below`. */
export type Random = (below: number) => number

const TEXTS = ['id', 'type', 'data', 'metadata', 'hash'] as const

export function mutationOf(turn: number, random: Random): Mutation {
  return KINDS[turn % KINDS.length]!(1 + random(EVENTS), EVENTS, random)
}

const KINDS: readonly ((at: number, events: number, random: Random) => Mutation)[] = [
  ...TEXTS.map((column) => (at: number, _: number, random: Random) => ({
    kind: `a character of ${column}`,
    at,
    mutate: (db: DatabaseSync) => replaceCharacter(db, column, at, random),
  })),
  ...TEXTS.map((column) => (at: number, events: number) => ({
    kind: `${column} of another event`,
    at,
    mutate: (db: DatabaseSync) =>
      run(
        db,
        `UPDATE events SET ${column} = (SELECT ${column} FROM events WHERE position = ?) || ' ' WHERE position = ?`,
        (at % events) + 1,
        at,
      ),
  })),
  (at, _, random) => ({
    kind: 'a version',
    at,
    mutate: (db) => run(db, 'UPDATE events SET version = ? WHERE position = ?', 1_000 + random(9_000), at),
  }),
  (at) => ({
    kind: 'the time of an event',
    at,
    mutate: (db) =>
      run(
        db,
        "UPDATE events SET metadata = json_set(metadata, '$.recordedAt', '2020-01-01T00:00:00.000Z') WHERE position = ?",
        at,
      ),
  }),
  (at) => ({
    kind: 'the version of a schema',
    at,
    mutate: (db) =>
      run(db, "UPDATE events SET metadata = json_set(metadata, '$.schemaVersion', 7) WHERE position = ?", at),
  }),
  (at) => ({
    kind: 'data and metadata exchanged',
    at,
    mutate: (db) => run(db, 'UPDATE events SET data = metadata, metadata = data WHERE position = ?', at),
  }),
  (at) => ({
    kind: 'the stream of an event',
    at,
    mutate: (db) =>
      run(
        db,
        'UPDATE events SET version = 900, stream = (SELECT id FROM streams WHERE id <> events.stream LIMIT 1) WHERE position = ?',
        at,
      ),
  }),
  (_, __, random) => {
    const at = 1 + 3 * random(STREAMS)
    const named = "UPDATE streams SET name = name || 'x' WHERE id = (SELECT stream FROM events WHERE position = ?)"
    return { kind: 'the name of a stream', at, mutate: (db) => run(db, named, at) }
  },
  (_, __, random) => {
    const at = 1 + 3 * random(STREAMS)
    const removed = 'DELETE FROM streams WHERE id = (SELECT stream FROM events WHERE position = ?)'
    return { kind: 'a removed stream', at, mutate: (db) => run(db, removed, at) }
  },
  (_, __, random) => {
    const name = `cart-${random(1e6)}`
    const mutate = (db: DatabaseSync) => run(db, 'INSERT INTO streams (name) VALUES (?)', name)
    return { kind: 'a stream without events', at: new RegExp(`Its stream ${name} has no event`), mutate }
  },
  (_, __, random) => ({
    kind: 'another id of the log',
    at: /is a witness of the log/,
    mutate: (db) => run(db, 'UPDATE log SET id = ?', `another-${random(1e6)}`),
  }),
  (_, __, random) => ({
    kind: 'a second id of the log',
    at: /it has 2 ids$/,
    mutate: (db) => run(db, 'INSERT INTO log (id) VALUES (?)', `another-${random(1e6)}`),
  }),
  (_, __, random) => {
    const name = `audit_${random(1e6)}`
    const mutate = (db: DatabaseSync) =>
      run(db, `CREATE TRIGGER ${name} AFTER INSERT ON events BEGIN DELETE FROM events WHERE position < 3; END`)
    return { kind: 'a trigger', at: new RegExp(name), mutate }
  },
  (at) => ({
    kind: 'a removed event',
    at,
    mutate: (db) => run(db, 'DELETE FROM events WHERE position = ?', at),
  }),
  (at) => ({
    kind: 'a removed event, the later ones moved up',
    at,
    mutate(db) {
      run(db, 'DELETE FROM events WHERE position = ?', at)
      run(db, 'UPDATE events SET position = -position WHERE position > ?', at)
      run(db, 'UPDATE events SET position = -position - 1 WHERE position < 0')
    },
  }),
  (at) => ({
    kind: 'an end that was cut off',
    at,
    mutate: (db) => run(db, 'DELETE FROM events WHERE position >= ?', at),
  }),
  (at, events) => ({
    kind: 'two events in another order',
    at: Math.min(at, (at % events) + 1),
    mutate(db) {
      const other = (at % events) + 1
      run(db, 'UPDATE events SET position = 0 WHERE position = ?', at)
      run(db, 'UPDATE events SET position = ? WHERE position = ?', at, other)
      run(db, 'UPDATE events SET position = ? WHERE position = 0', other)
    },
  }),
  (at, events) => ({
    kind: 'an event put in at the end',
    at: events + 1,
    mutate: (db) =>
      run(
        db,
        "INSERT INTO events SELECT ?, stream, 700, 'put-in', type, data, metadata, hash FROM events WHERE position = ?",
        events + 1,
        at,
      ),
  }),
  (_, __, random) => ({
    kind: 'an event put in before the first',
    at: 1,
    mutate: (db) =>
      run(
        db,
        "INSERT INTO events SELECT ?, stream, 700, 'put-in', type, data, metadata, hash FROM events WHERE position = 1",
        -random(1_000),
      ),
  }),
  (at) => ({
    kind: 'a position beyond all numbers',
    at,
    mutate: (db) => run(db, 'UPDATE events SET position = 9007199254740993 + ? WHERE position = ?', at, at),
  }),
  (at) => ({
    kind: 'an event rewritten together with its hash',
    at,
    mutate: (db) => rewrite(db, at, at),
  }),
  (at, events) => ({
    kind: 'an end rewritten together with its hashes',
    at,
    mutate: (db) => rewrite(db, at, events),
  }),
]

function replaceCharacter(db: DatabaseSync, column: string, at: number, random: Random) {
  const text = String(db.prepare(`SELECT ${column} AS text FROM events WHERE position = ?`).get(at)?.text)
  const index = random(text.length)
  const letter = String.fromCharCode(32 + ((text.charCodeAt(index) - 32 + 1 + random(93)) % 95))
  run(
    db,
    `UPDATE events SET ${column} = ? WHERE position = ?`,
    `${text.slice(0, index)}${letter}${text.slice(index + 1)}`,
    at,
  )
}

/** Changes the first of these events, and gives all of them matching hashes. */
function rewrite(db: DatabaseSync, first: number, last: number) {
  const select = db.prepare(`
    SELECT position, name AS stream, version, events.id, type, data, metadata, hash
    FROM events JOIN streams ON streams.id = events.stream WHERE position = ?`)
  run(db, "UPDATE events SET data = '{}' WHERE position = ?", first)
  let hash = String(select.get(first - 1)?.hash ?? '')
  for (let position = first; position <= last; position += 1) {
    hash = chained(hash, select.get(position) as unknown as ChainedEvent)
    run(db, 'UPDATE events SET hash = ? WHERE position = ?', hash, position)
  }
}

function run(db: DatabaseSync, statement: string, ...values: readonly (string | number)[]) {
  db.prepare(statement).run(...values)
}
