import type { Fold, PastEvent } from './past.ts'

/** What became of each checkout, by the last word on it; of a hundred percent, tenths are handed out by the largest remainder. */
export const funnel: Fold = (past) => {
  const checkouts = new Map<string, { event: number; seen: Map<string, PastEvent> }>()
  past.forEach(({ type, data }, index) => {
    if (type === 'CheckoutStarted') checkouts.set(data.checkoutId, { event: index + 1, seen: new Map() })
  })
  for (const event of past) checkouts.get(event.data.checkoutId ?? event.data.orderId)?.seen.set(event.type, event)
  const outcomes = new Map<string, number[]>()
  for (const { event, seen } of checkouts.values()) {
    const outcome = outcomeOf(seen)
    outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), event])
  }
  const rows = [...outcomes].map(([outcome, evidence]) => {
    const tenths = (1000 * evidence.length) / checkouts.size
    return { outcome, checkouts: evidence.length, tenths: Math.floor(tenths), rest: tenths % 1, evidence }
  })
  const missing = 1000 - rows.reduce((sum, { tenths }) => sum + tenths, 0)
  const first = rows.toSorted((a, b) => b.rest - a.rest || (a.outcome < b.outcome ? -1 : 1)).slice(0, missing)
  return rows
    .map((row) => ({
      outcome: row.outcome,
      checkouts: row.checkouts,
      percent: (row.tenths + (first.includes(row) ? 1 : 0)) / 10,
      evidence: row.evidence,
    }))
    .toSorted(
      (a, b) =>
        Number(b.outcome === 'Ordered') - Number(a.outcome === 'Ordered') ||
        b.checkouts - a.checkouts ||
        (a.outcome < b.outcome ? -1 : 1),
    )
}

function outcomeOf(seen: ReadonlyMap<string, PastEvent>): string {
  if (seen.has('OrderPlaced')) return 'Ordered'
  if (seen.has('RefundRequested')) return `Paid, sent back: ${seen.get('RefundRequested')?.data.reason}`
  if (seen.has('CheckoutAbandoned')) return 'Sold out, or its code used, before it was held'
  if (seen.has('PaymentRefused')) return `Payment refused: ${seen.get('PaymentRefused')?.data.code}`
  if (seen.has('CheckoutSuperseded')) return 'Begun anew by the customer'
  if (!seen.has('CheckoutExpired')) return 'Still going on'
  return seen.has('PaymentStarted') ? 'Left at the payment: unknown why' : 'Left before the payment: unknown why'
}
