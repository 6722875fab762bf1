import { DatabaseSync } from 'node:sqlite'
import { type CaptureChange, keepChanges, type OrderChange, type RefundChange } from './changes.ts'
import { newId } from './new-id.ts'
import type { PurchaseUnit } from './order-request.ts'
import { keepPassingOrders, type OrderedBy } from './passing-orders.ts'
import { wholeSeconds } from './whole-seconds.ts'

/** What the buyer last decided; `declined` means approved with a card that the bank refuses at capture. */
export type Approval = 'none' | 'approved' | 'declined'
export type Order = {
  id: string
  unit: PurchaseUnit
  brand: string | null
  approval: Approval
  captureId: string | null
  createdAt: string
  updatedAt: string
}
export type Capture = { id: string; orderId: string; createdAt: string }
export type Refund = { id: string; captureId: string; cents: number; terms: RefundTerms; createdAt: string }
export type RefundTerms = {
  custom_id?: string | undefined
  invoice_id?: string | undefined
  note_to_payer?: string | undefined
}
export type StoredAnswer = { status: number; body: string }

/**
 * The simulator's books: what was answered is on the disk and survives a kill at any moment.
 * Every method is one synchronous statement; several become one step inside `transaction`.
 */
export interface Ledger {
  transaction<T>(work: () => T): T
  /** Orders that come to nothing leave again: see `passing-orders.ts`. */
  addOrder(unit: PurchaseUnit, brand: string | null, by: OrderedBy): Order
  /** The shop has asked for an order, so it is no stranger's any more. */
  noteShopAsked(id: string): void
  findOrder(id: string): Order | undefined
  setApproval(id: string, approval: Approval): void
  addCapture(orderId: string): Capture
  findCapture(id: string): Capture | undefined
  changeOrder(orderId: string, change: OrderChange): void
  changeOfOrder(orderId: string): OrderChange
  changeCapture(captureId: string, change: CaptureChange): void
  changeOfCapture(captureId: string): CaptureChange
  changeRefund(refundId: string, change: RefundChange): void
  changeOfRefund(refundId: string): RefundChange
  /** The id of the capture made right before this one. */
  captureBefore(captureId: string): string | undefined
  addRefund(captureId: string, cents: number, terms: RefundTerms): Refund
  findRefund(id: string): Refund | undefined
  refundsOf(captureId: string): Refund[]
  findAnswer(operation: string, requestId: string): StoredAnswer | undefined
  addAnswer(operation: string, requestId: string, answer: StoredAnswer): void
  close(): void
}

/** The column is of an earlier version, which refused a request id with another body; PayPal's documents know no such refusal. */
const NO_DIGEST = ''
/** PayPal keeps them for days. This many are more than a shop makes in the time in which a call is repeated. */
const KEPT_ANSWERS = 10_000

// Storage format: a file written by an older version must stay readable, so only add to it.
const schema = `
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, unit TEXT NOT NULL, brand TEXT, approval TEXT NOT NULL,
    createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS captures (
    id TEXT PRIMARY KEY, orderId TEXT NOT NULL UNIQUE REFERENCES orders (id), createdAt TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS refunds (
    id TEXT PRIMARY KEY, captureId TEXT NOT NULL REFERENCES captures (id), cents INTEGER NOT NULL CHECK (cents > 0),
    terms TEXT NOT NULL, createdAt TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS refundsByCapture ON refunds (captureId);
  CREATE TABLE IF NOT EXISTS answers (
    operation TEXT NOT NULL, requestId TEXT NOT NULL, digest TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (operation, requestId)
  ) STRICT;
`

export function openLedger(file: string, now: () => Date): Ledger {
  const database = new DatabaseSync(file, { timeout: 2000 })
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;')
  database.exec(schema)

  const insertOrder = database.prepare('INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)')
  const selectOrder = database.prepare(
    'SELECT orders.*, captures.id AS captureId FROM orders LEFT JOIN captures ON captures.orderId = orders.id WHERE orders.id = ?',
  )
  const updateApproval = database.prepare('UPDATE orders SET approval = ?, updatedAt = ? WHERE id = ?')
  const insertCapture = database.prepare('INSERT INTO captures VALUES (?, ?, ?)')
  const selectCapture = database.prepare('SELECT * FROM captures WHERE id = ?')
  const insertRefund = database.prepare('INSERT INTO refunds VALUES (?, ?, ?, ?, ?)')
  const selectRefund = database.prepare('SELECT * FROM refunds WHERE id = ?')
  const selectRefunds = database.prepare('SELECT * FROM refunds WHERE captureId = ? ORDER BY rowid')
  const selectAnswer = database.prepare('SELECT status, body FROM answers WHERE operation = ? AND requestId = ?')
  const insertAnswer = database.prepare('INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)')
  const forgetAnswers = database.prepare('DELETE FROM answers WHERE rowid <= (SELECT max(rowid) FROM answers) - ?')
  const changes = keepChanges(database)
  const passing = keepPassingOrders(database)
  const timestamp = () => wholeSeconds(now())

  return {
    transaction(work) {
      database.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        database.exec('COMMIT')
        return result
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
    },
    addOrder(unit, brand, by) {
      const [id, at] = [newId(), timestamp()]
      insertOrder.run(id, JSON.stringify(unit), brand, 'none', at, at)
      passing.add(id, by, now())
      return { id, unit, brand, approval: 'none', captureId: null, createdAt: at, updatedAt: at }
    },
    noteShopAsked: passing.noteShopAsked,
    findOrder(id) {
      const row = selectOrder.get(id) as (Omit<Order, 'unit'> & { unit: string }) | undefined
      return row && { ...row, unit: JSON.parse(row.unit) as PurchaseUnit }
    },
    setApproval: (id, approval) => void updateApproval.run(approval, timestamp(), id),
    addCapture(orderId) {
      const capture = { id: newId(), orderId, createdAt: timestamp() }
      insertCapture.run(capture.id, orderId, capture.createdAt)
      passing.noteCapture(orderId)
      return capture
    },
    ...changes,
    changeCapture: (id, change) => changes.changeCapture(id, { ...change, at: timestamp() }),
    changeRefund: (id, change) => changes.changeRefund(id, { ...change, at: timestamp() }),
    findCapture: (id) => selectCapture.get(id) as Capture | undefined,
    addRefund(captureId, cents, terms) {
      const refund = { id: newId(), captureId, cents, terms, createdAt: timestamp() }
      insertRefund.run(refund.id, captureId, cents, JSON.stringify(terms), refund.createdAt)
      return refund
    },
    findRefund: (id) => refundOf(selectRefund.get(id)),
    refundsOf: (captureId) => selectRefunds.all(captureId).map((row) => refundOf(row)!),
    findAnswer: (operation, requestId) => selectAnswer.get(operation, requestId) as StoredAnswer | undefined,
    addAnswer(operation, requestId, { status, body }) {
      insertAnswer.run(operation, requestId, NO_DIGEST, status, body)
      forgetAnswers.run(KEPT_ANSWERS)
    },
    close: () => database.close(),
  }
}

function refundOf(row: unknown) {
  const stored = row as (Omit<Refund, 'terms'> & { terms: string }) | undefined
  return stored && { ...stored, terms: JSON.parse(stored.terms) as RefundTerms }
}
