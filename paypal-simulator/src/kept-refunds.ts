import type { DatabaseSync } from 'node:sqlite'
import { newId } from './new-id.ts'

export type Refund = { id: string; captureId: string; cents: number; terms: RefundTerms; createdAt: string }
export type RefundTerms = {
  custom_id?: string | undefined
  invoice_id?: string | undefined
  note_to_payer?: string | undefined
}

// Storage format: only add to this schema, because files of older versions of the simulator must stay readable.
const schema = `
  CREATE TABLE IF NOT EXISTS refunds (
    id TEXT PRIMARY KEY, captureId TEXT NOT NULL REFERENCES captures (id), cents INTEGER NOT NULL CHECK (cents > 0),
    terms TEXT NOT NULL, createdAt TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS refundsByCapture ON refunds (captureId);
`

export function keepRefunds(database: DatabaseSync, timestamp: () => string) {
  database.exec(schema)
  const insert = database.prepare('INSERT INTO refunds VALUES (?, ?, ?, ?, ?)')
  const select = database.prepare('SELECT * FROM refunds WHERE id = ?')
  const selectAll = database.prepare('SELECT * FROM refunds WHERE captureId = ? ORDER BY rowid')
  return {
    addRefund(captureId: string, cents: number, terms: RefundTerms): Refund {
      const refund = { id: newId(), captureId, cents, terms, createdAt: timestamp() }
      insert.run(refund.id, captureId, cents, JSON.stringify(terms), refund.createdAt)
      return refund
    },
    findRefund: (id: string) => refundOf(select.get(id)),
    refundsOf: (captureId: string) => selectAll.all(captureId).map((row) => refundOf(row)!),
  }
}

function refundOf(row: unknown) {
  const stored = row as (Omit<Refund, 'terms'> & { terms: string }) | undefined
  return stored && { ...stored, terms: JSON.parse(stored.terms) as RefundTerms }
}
