import { DatabaseSync } from 'node:sqlite'

/**
 * What has become of money that was taken: `paid`, and not yet an order; `to refund`, and not yet refunded; or a
 * `case` that needs an admin; or it has ended as an `order` or is `refunded`.
 */
type State = 'paid' | 'to refund' | 'case' | 'order' | 'refunded'

export type Capture = Readonly<{
  captureId: string
  checkoutId: string
  cents: number
  state: State
  /** Where it was taken, and when: the event's position and time. */
  position: string
  at: string
}>

/** Every capture of a log and every order, in a temporary file of SQLite's own: a shop has more of them than fit into memory. */
export function openCapturesTable() {
  const db = new DatabaseSync('')
  db.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE captures (captureId TEXT PRIMARY KEY, checkoutId TEXT, cents INTEGER, state TEXT, position TEXT, at TEXT)
      WITHOUT ROWID, STRICT;
    CREATE TABLE orders (orderId TEXT PRIMARY KEY) WITHOUT ROWID, STRICT;
    CREATE INDEX unfinished ON captures (state) WHERE state IN ('paid', 'to refund');
    BEGIN`)
  const select = db.prepare('SELECT * FROM captures WHERE captureId = ?')
  const put = db.prepare('INSERT OR REPLACE INTO captures VALUES (?, ?, ?, ?, ?, ?)')
  const putOrder = db.prepare('INSERT OR IGNORE INTO orders VALUES (?)')
  const unfinished = db.prepare("SELECT * FROM captures WHERE state IN ('paid', 'to refund') ORDER BY position")

  return {
    of: (captureId: string) => select.get(captureId) as Capture | undefined,
    put({ captureId, checkoutId, cents, state, position, at }: Capture) {
      put.run(captureId, checkoutId, cents, state, position, at)
    },
    /** Whether it is the first order of this id. */
    isNewOrder: (orderId: string) => Number(putOrder.run(orderId).changes) === 1,
    unfinished: () => unfinished.all() as unknown as readonly Capture[],
    close: () => db.close(),
  }
}
