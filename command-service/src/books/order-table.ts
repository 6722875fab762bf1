import { DatabaseSync } from 'node:sqlite'
import type { Recorded } from '@shop/language/events/event'
import type { Account } from './order-account.ts'
import type { Writer } from './writers.ts'

export type Row = Readonly<{
  orderId: string
  productId: string
  /** Pieces that were reserved for the order or taken from stock, and have not gone back. */
  pieces: number
  /** Pieces that the order's events require. `coming` of them are on their way back to stock. */
  needed: number
  coming: number
  missing: number
}> &
  Place
/** The newest event about the row, and the release that wrote this event. */
export type Place = Readonly<{ position: string; at: string; release: string; isEarlier: number }>

export const placeIn = ({ position, metadata }: Recorded, { release, isEarlier }: Writer): Place => ({
  ...{ position, at: metadata.recordedAt, release, isEarlier: Number(isEarlier) },
})

/** Stores all orders of a log in a temporary file, because a large shop has more orders than fit into memory. */
export function openOrderTable() {
  const db = new DatabaseSync('')
  db.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE orders (orderId TEXT PRIMARY KEY, account TEXT) WITHOUT ROWID, STRICT;
    CREATE TABLE stock (orderId TEXT, productId TEXT, pieces INTEGER, needed INTEGER, coming INTEGER, missing INTEGER,
      position TEXT, at TEXT, release TEXT, isEarlier INTEGER, PRIMARY KEY (orderId, productId)) WITHOUT ROWID, STRICT;
    CREATE TABLE cases (caseId TEXT PRIMARY KEY, orderId TEXT, about TEXT, state TEXT) WITHOUT ROWID, STRICT;
    CREATE INDEX ofOrders ON cases (orderId);
    CREATE TABLE due (orderId TEXT PRIMARY KEY, cents INTEGER, position TEXT, at TEXT, release TEXT, isEarlier INTEGER) WITHOUT ROWID, STRICT;
    BEGIN`)
  const select = db.prepare('SELECT account FROM orders WHERE orderId = ?')
  const put = db.prepare('INSERT OR REPLACE INTO orders VALUES (?, ?)')
  const touch = db.prepare(`INSERT INTO stock VALUES (?1, ?2, 0, 0, 0, 0, ?3, ?4, ?5, ?6)
    ON CONFLICT DO UPDATE SET position = ?3, at = ?4, release = ?5, isEarlier = ?6`)
  const add = db.prepare('UPDATE stock SET pieces = pieces + ? WHERE orderId = ? AND productId = ? RETURNING *')
  const need = db.prepare('UPDATE stock SET needed = ?, coming = ? WHERE orderId = ? AND productId = ? RETURNING *')
  const setMissing = db.prepare('UPDATE stock SET missing = ? WHERE orderId = ? AND productId = ?')
  const drop = db.prepare(`DELETE FROM stock WHERE orderId = ?1 AND productId = ?2 AND pieces = 0
    AND NOT EXISTS (SELECT 1 FROM orders WHERE orderId = ?1)`)
  const unsettled = db.prepare(`SELECT * FROM stock WHERE (coming > 0 OR pieces > needed)
    AND orderId IN (SELECT orderId FROM orders) ORDER BY position, productId`)
  const putCase = db.prepare('INSERT OR REPLACE INTO cases VALUES (?, ?, ?, ?)')
  const setCase = db.prepare('UPDATE cases SET state = ? WHERE caseId = ?')
  const standing = db.prepare(`SELECT 1 FROM cases
    WHERE orderId = ? AND about IN (SELECT value FROM json_each(?)) AND state IN ('open', 'closed') LIMIT 1`)
  const putDue = db.prepare('INSERT OR REPLACE INTO due VALUES (?, ?, ?, ?, ?, ?)')
  const endDue = db.prepare('DELETE FROM due WHERE orderId = ?')
  const allDue = db.prepare('SELECT * FROM due ORDER BY position')

  return {
    account(orderId: string): Account | undefined {
      const row = select.get(orderId) as { account: string } | undefined
      return row && (JSON.parse(row.account) as Account)
    },
    put(account: Account) {
      put.run(account.orderId, JSON.stringify(account))
    },
    add(orderId: string, productId: string, pieces: number, { position, at, release, isEarlier }: Place) {
      touch.run(orderId, productId, position, at, release, isEarlier)
      const row = add.get(pieces, orderId, productId) as unknown as Row
      if (row.pieces === 0) drop.run(orderId, productId)
      return row
    },
    need(
      orderId: string,
      productId: string,
      now: Readonly<{ needed: number; coming: number }>,
      { position, at, release, isEarlier }: Place,
    ) {
      touch.run(orderId, productId, position, at, release, isEarlier)
      return need.get(now.needed, now.coming, orderId, productId) as unknown as Row
    },
    setMissing({ orderId, productId }: Row, missing: number) {
      setMissing.run(missing, orderId, productId)
    },
    /** Rows where more pieces were taken from stock than the order needs, or where pieces are still on their way back. */
    unsettled: () => unsettled.all() as unknown as readonly Row[],
    /** `about`: the refund's id. */
    putCase(caseId: string, orderId: string, about: string) {
      putCase.run(caseId, orderId, about, 'open')
    },
    setCase(caseId: string, state: string) {
      setCase.run(state, caseId)
    },
    /** Whether a case about one of these refunds is open, or was closed by an admin. */
    hasCase: (orderId: string, about: readonly string[]) => standing.get(orderId, JSON.stringify(about)) !== undefined,
    putDue(orderId: string, cents: number, { position, at, release, isEarlier }: Place) {
      putDue.run(orderId, cents, position, at, release, isEarlier)
    },
    endDue(orderId: string) {
      endDue.run(orderId)
    },
    due: () => allDue.all() as unknown as readonly (Place & Readonly<{ orderId: string; cents: number }>)[],
    close: () => db.close(),
  }
}
export type OrderTable = ReturnType<typeof openOrderTable>
