import { byText, rounded } from './fold-orders.ts'
import { inWords, walk } from './fold-returns.ts'
import type { Fold } from './past.ts'

export const returnReasons: Fold = (past) => {
  const { entries, made } = walk(past)
  const rows = new Map<string | null, { pieces: number; refunds: number; cents: number }>()
  const count = (reason: string | null, pieces: number, refunds: number, cents: number) => {
    const row = rows.get(reason) ?? { pieces: 0, refunds: 0, cents: 0 }
    rows.set(reason, { pieces: row.pieces + pieces, refunds: row.refunds + refunds, cents: row.cents + cents })
  }
  for (const { reason, at, quantity } of entries) if (at === 1) count(reason, quantity, 0, 0)
  for (const { reason, cents } of made) count(reason, 0, 1, cents)
  const all = [...rows.values()]
  const pieces = all.reduce((sum, row) => sum + row.pieces, 0)
  const cents = all.reduce((sum, row) => sum + row.cents, 0)
  const share = (part: number, whole: number) => (whole === 0 ? null : rounded((100 * part) / whole, 1))
  return [...rows]
    .map(([reason, row]) => ({
      reason: inWords(reason),
      piecesReturned: row.pieces,
      percentOfPieces: share(row.pieces, pieces),
      refunds: row.refunds,
      refundedCents: row.cents,
      percentOfRefunded: share(row.cents, cents),
    }))
    .toSorted(
      (a, b) => b.refundedCents - a.refundedCents || b.piecesReturned - a.piecesReturned || byText(a.reason, b.reason),
    )
}
