import { DatabaseSync } from 'node:sqlite'
import { keepChanges } from './changes.ts'
import { keepAnswers } from './kept-answers.ts'
import { keepRefunds } from './kept-refunds.ts'
import { newId } from './new-id.ts'
import type { PurchaseUnit } from './order-request.ts'
import { keepPassingOrders, type OrderedBy } from './passing-orders.ts'
import { wholeSeconds } from './whole-seconds.ts'

/** The buyer's last decision. `declined`: approved with a card that the bank refuses at capture. */
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

/** The simulator answers a request only when the changes of the request are on the disk. */
export interface Ledger
  extends ReturnType<typeof keepChanges>,
    ReturnType<typeof keepRefunds>,
    ReturnType<typeof keepAnswers> {
  transaction<T>(work: () => T): T
  /** Adds an order, which may be deleted later: see `passing-orders.ts`. */
  addOrder(unit: PurchaseUnit, brand: string | null, by: OrderedBy): Order
  /** Records that the shop has looked up or captured this order. From then on, the order does not count as a stranger's order. */
  noteShopAsked(id: string): void
  findOrder(id: string): Order | undefined
  setApproval(id: string, approval: Approval): void
  addCapture(orderId: string): Capture
  isInvoicePaid(invoiceId: string): boolean
  findCapture(id: string): Capture | undefined
  /** Resolves when all earlier changes are on the disk. */
  synced(): Promise<void>
  close(): void
}

// Storage format: only add to this schema, because files of older versions of the simulator must stay readable.
const schema = `
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, unit TEXT NOT NULL, brand TEXT, approval TEXT NOT NULL,
    createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS captures (
    id TEXT PRIMARY KEY, orderId TEXT NOT NULL UNIQUE REFERENCES orders (id), createdAt TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS ordersByInvoice ON orders (json_extract(unit, '$.invoice_id'));
`

/** Syncs a database's commits. With `synchronous = NORMAL`, SQLite itself does not sync each commit. */
export type OpenSync = (database: DatabaseSync) => { synced(): Promise<void>; close(): void }

export function openLedger(file: string, now: () => Date, openSync?: OpenSync): Ledger {
  const database = new DatabaseSync(file, { timeout: 2000 })
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${openSync ? 'NORMAL' : 'FULL'}; PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 1048576`,
  )
  database.exec(schema)
  const journal = openSync?.(database)

  const timestamp = () => wholeSeconds(now())
  const insertOrder = database.prepare('INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)')
  const selectOrder = database.prepare(
    'SELECT orders.*, captures.id AS captureId FROM orders LEFT JOIN captures ON captures.orderId = orders.id WHERE orders.id = ?',
  )
  const updateApproval = database.prepare('UPDATE orders SET approval = ?, updatedAt = ? WHERE id = ?')
  const insertCapture = database.prepare('INSERT INTO captures VALUES (?, ?, ?)')
  const selectCapture = database.prepare('SELECT * FROM captures WHERE id = ?')
  const selectInvoiced = database.prepare(
    "SELECT captures.id FROM orders JOIN captures ON captures.orderId = orders.id WHERE json_extract(unit, '$.invoice_id') = ?",
  )
  const refunds = keepRefunds(database, timestamp)
  const changes = keepChanges(database)
  const passing = keepPassingOrders(database)

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
    isInvoicePaid: (invoiceId) =>
      selectInvoiced.all(invoiceId).some(({ id }) => {
        const { status = 'COMPLETED' } = changes.changeOfCapture(id as string)
        return status !== 'DECLINED' && status !== 'FAILED'
      }),
    ...changes,
    ...refunds,
    ...keepAnswers(database),
    changeCapture: (id, change) => changes.changeCapture(id, { ...change, at: timestamp() }),
    changeRefund: (id, change) => changes.changeRefund(id, { ...change, at: timestamp() }),
    findCapture: (id) => selectCapture.get(id) as Capture | undefined,
    synced: async () => journal?.synced(),
    close() {
      journal?.close()
      database.close()
    },
  }
}
