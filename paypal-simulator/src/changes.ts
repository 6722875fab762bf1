import type { DatabaseSync } from 'node:sqlite'

export type OrderChange = Readonly<{
  status?: string | null
  payee?: string
  source?: 'paypal'
}>
/** How a capture differs from a completed capture of the whole amount. */
export type CaptureChange = Readonly<{
  status?: string
  reason?: string | null
  /** Whether PayPal or the buyer's bank has taken the money from the shop. */
  reversed?: boolean
  /** When the buyer opened the dispute about the capture. */
  disputedAt?: string
  cents?: number
  currency?: string
  /** Another capture's id, which the simulator shows instead of the capture's own id. */
  shownAs?: string
  at?: string
}>
export type RefundChange = Readonly<{ status?: string; reason?: string | null; at?: string }>

export function keepChanges(database: DatabaseSync) {
  const orders = changesOf<OrderChange>(database, 'orders', 'orderChanges', 'orderId')
  const captures = changesOf<CaptureChange>(database, 'captures', 'captureChanges', 'captureId')
  const refunds = changesOf<RefundChange>(database, 'refunds', 'refundChanges', 'refundId')
  const before = database.prepare(
    'SELECT id FROM captures WHERE rowid < (SELECT rowid FROM captures WHERE id = ?) ORDER BY rowid DESC LIMIT 1',
  )
  return {
    changeOrder: orders.change,
    changeOfOrder: orders.of,
    changeCapture: captures.change,
    changeOfCapture: captures.of,
    changeRefund: refunds.change,
    changeOfRefund: refunds.of,
    captureBefore: (captureId: string) => (before.get(captureId) as { id: string } | undefined)?.id,
  }
}

/** A field that is changed to null has its original value again. */
function changesOf<Change extends object>(database: DatabaseSync, of: string, table: string, id: string) {
  // Storage format: only add to this schema, because files of older versions of the simulator must stay readable.
  database.exec(
    `CREATE TABLE IF NOT EXISTS ${table} (${id} TEXT PRIMARY KEY REFERENCES ${of} (id), change TEXT NOT NULL) STRICT`,
  )
  const upsert = database.prepare(
    `INSERT INTO ${table} VALUES (?, json_patch('{}', ?)) ON CONFLICT (${id}) DO UPDATE SET change = json_patch(change, ?)`,
  )
  const select = database.prepare(`SELECT change FROM ${table} WHERE ${id} = ?`)
  return {
    change(key: string, change: Change) {
      const text = JSON.stringify(change)
      upsert.run(key, text, text)
    },
    of: (key: string): Change => JSON.parse((select.get(key) as { change: string } | undefined)?.change ?? '{}'),
  }
}
