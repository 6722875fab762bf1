import { DatabaseSync } from 'node:sqlite'

/**
 * Money is under way as `paid` (not yet an order), `to refund`, or `refund pending` (accepted by the provider but not made). A `case` needs
 * an admin. `order` and `refunded` are final.
 */
type State = 'paid' | 'to refund' | 'refund pending' | 'case' | 'order' | 'refunded'

export type Capture = Readonly<{
  captureId: string
  checkoutId: string
  cents: number
  state: State
  /** The position and the time of the event that took the money. */
  position: string
  at: string
}>

export type OrderRefund = Readonly<{
  orderId: string
  refundId: string
  cents: number
  /** `delayed`: a case exists, because the provider did not make the refund. */
  state: 'requested' | 'delayed' | 'pending' | 'made' | 'refused'
  position: string
  at: string
}>

/** Stores all captures, orders and refunds of a log in a temporary file, because a large shop has more than fits into memory. */
export function openMoneyTable() {
  const db = new DatabaseSync('')
  db.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE captures (captureId TEXT PRIMARY KEY, checkoutId TEXT, cents INTEGER, state TEXT, position TEXT, at TEXT)
      WITHOUT ROWID, STRICT;
    CREATE TABLE orders (orderId TEXT PRIMARY KEY, cents INTEGER, refundedCents INTEGER) WITHOUT ROWID, STRICT;
    CREATE TABLE refunds (orderId TEXT, refundId TEXT, cents INTEGER, state TEXT, position TEXT, at TEXT,
      PRIMARY KEY (orderId, refundId)) WITHOUT ROWID, STRICT;
    CREATE TABLE made (orderId TEXT, providerRefundId TEXT, PRIMARY KEY (orderId, providerRefundId)) WITHOUT ROWID, STRICT;
    CREATE INDEX requested ON refunds (state) WHERE state = 'requested';
    CREATE INDEX unfinished ON captures (state) WHERE state IN ('paid', 'to refund');
    BEGIN`)
  const select = db.prepare('SELECT * FROM captures WHERE captureId = ?')
  const put = db.prepare('INSERT OR REPLACE INTO captures VALUES (?, ?, ?, ?, ?, ?)')
  const addOrder = db.prepare('INSERT OR IGNORE INTO orders VALUES (?, ?, 0)')
  const refund = db.prepare(
    'UPDATE orders SET refundedCents = refundedCents + ? WHERE orderId = ? RETURNING cents, refundedCents',
  )
  const selectRefund = db.prepare('SELECT state FROM refunds WHERE orderId = ? AND refundId = ?')
  const putRefund = db.prepare('INSERT OR REPLACE INTO refunds VALUES (?, ?, ?, ?, ?, ?)')
  const delayRefund = db.prepare("UPDATE refunds SET state = 'delayed' WHERE orderId = ? AND refundId = ?")
  const addMade = db.prepare('INSERT OR IGNORE INTO made VALUES (?, ?)')
  const removeMade = db.prepare('DELETE FROM made WHERE orderId = ? AND providerRefundId = ?')
  const requested = db.prepare("SELECT * FROM refunds WHERE state = 'requested' ORDER BY position")
  const unfinished = db.prepare("SELECT * FROM captures WHERE state IN ('paid', 'to refund') ORDER BY position")

  return {
    of: (captureId: string) => select.get(captureId) as Capture | undefined,
    put({ captureId, checkoutId, cents, state, position, at }: Capture) {
      put.run(captureId, checkoutId, cents, state, position, at)
    },
    /** Returns false if the order exists. */
    putOrder: (orderId: string, cents: number) => Number(addOrder.run(orderId, cents).changes) === 1,
    /** Returns the order's total and all its refunded cents; undefined for an unknown order. */
    refundOrder: (orderId: string, cents: number) =>
      refund.get(cents, orderId) as { cents: number; refundedCents: number } | undefined,
    stateOfRefund: (orderId: string, refundId: string) =>
      selectRefund.get(orderId, refundId)?.state as OrderRefund['state'] | undefined,
    putRefund({ orderId, refundId, cents, state, position, at }: OrderRefund) {
      putRefund.run(orderId, refundId, cents, state, position, at)
    },
    delayRefund(orderId: string, refundId: string) {
      delayRefund.run(orderId, refundId)
    },
    /** Returns false if the order already has this refund. */
    putMade: (orderId: string, providerRefundId: string) =>
      Number(addMade.run(orderId, providerRefundId).changes) === 1,
    /** Removes a refund that failed after it was made. Returns whether it existed. */
    removeMade: (orderId: string, providerRefundId: string) =>
      Number(removeMade.run(orderId, providerRefundId).changes) === 1,
    requested: () => requested.all() as unknown as readonly OrderRefund[],
    unfinished: () => unfinished.all() as unknown as readonly Capture[],
    close: () => db.close(),
  }
}
