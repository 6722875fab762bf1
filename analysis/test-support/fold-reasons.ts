import { byText, rounded } from './fold-orders.ts'
import { inWords, walk } from './fold-returns.ts'
import type { Fold } from './past.ts'

export const returnReasons: Fold = (past) => {
  const { entries, made } = walk(past)
  type Sums = { pieces: number; ofCancelled: number; refunds: number; cents: number; forCancelled: number }
  const rows = new Map<string | null, Sums>()
  const rowOf = (reason: string | null) => {
    const row = rows.get(reason) ?? { pieces: 0, ofCancelled: 0, refunds: 0, cents: 0, forCancelled: 0 }
    rows.set(reason, row)
    return row
  }
  for (const { what, reason, at, quantity } of entries) {
    if (at !== 1) continue
    rowOf(reason).pieces += quantity
    if (what === 'Cancellation') rowOf(reason).ofCancelled += quantity
  }
  for (const { what, reason, cents } of made) {
    rowOf(reason).refunds += 1
    rowOf(reason).cents += cents
    if (what === 'Cancellation') rowOf(reason).forCancelled += cents
  }
  const all = [...rows.values()]
  const pieces = all.reduce((sum, row) => sum + row.pieces, 0)
  const cents = all.reduce((sum, row) => sum + row.cents, 0)
  const share = (part: number, whole: number) => (whole === 0 ? null : rounded((100 * part) / whole, 1))
  return [...rows]
    .map(([reason, row]) => ({
      reason: inWords(reason),
      piecesReturned: row.pieces,
      piecesOfCancelled: row.ofCancelled,
      percentOfPieces: share(row.pieces, pieces),
      refunds: row.refunds,
      refundedCents: row.cents,
      refundedForCancelledCents: row.forCancelled,
      percentOfRefunded: share(row.cents, cents),
    }))
    .toSorted(
      (a, b) => b.refundedCents - a.refundedCents || b.piecesReturned - a.piecesReturned || byText(a.reason, b.reason),
    )
}
