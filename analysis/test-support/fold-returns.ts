import { byText } from './fold-orders.ts'
import type { Fold } from './past.ts'

type Item = Readonly<{ productId: string; name: string; quantity: number; paidCents: number }>
type Pieces = readonly Readonly<{ line: number; quantity: number }>[]
type Row = { product: string; placed: number; sums: [asked: number, back: number, refunded: number, cents: number] }
type Asked = Readonly<{ reason: string | null; pieces: Pieces }>

/** Divides the cents of a refund among the refunded lines, in proportion to what was paid for the pieces of each line. */
function shareOut(cents: number, pieces: Pieces, items: readonly Item[]): readonly number[] {
  const worth = pieces.map(({ line, quantity }) =>
    Math.floor((items[line]!.paidCents * quantity) / items[line]!.quantity),
  )
  const weights = worth.some((one) => one > 0) ? worth : pieces.map(({ quantity }) => quantity)
  const whole = weights.reduce((sum, one) => sum + one, 0)
  let given = 0
  let upTo = 0
  return weights.map((weight) => {
    upTo += weight
    const share = Math.floor((cents * upTo) / whole) - given
    given += share
    return share
  })
}

/** Counts each refund when it is made, and no longer counts it when it fails. */
export const returns: Fold = (past) => {
  const items = new Map<string, { event: number; lines: readonly Item[] }>()
  const asked = new Map<string, Asked>()
  const ledger = new Map<string, { event: number; cents: number } & Asked & { orderId: string }>()
  const rows = new Map<string, Row & { reason: string; productId: string; evidence: Set<number> }>()
  const rowOf = (reason: string | null, orderId: string, line: number | undefined) => {
    const order = items.get(orderId)!
    const item = line === undefined ? undefined : order.lines[line]!
    const key = `${reason ?? ''}|${item?.productId ?? ''}`
    const row = rows.get(key) ?? {
      reason: reason ?? 'none chosen',
      productId: item?.productId ?? '~',
      product: item?.name ?? 'an amount alone',
      placed: 0,
      sums: [0, 0, 0, 0],
      evidence: new Set(),
    }
    rows.set(key, row)
    if (item && order.event > row.placed) Object.assign(row, { product: item.name, placed: order.event })
    return row
  }
  past.forEach(({ type, data }, index) => {
    const event = index + 1
    const { orderId, chosenReason = null } = data
    const count = (at: 0 | 1, reason: string | null) => {
      for (const { line, quantity } of data.pieces) {
        const row = rowOf(reason, orderId, line)
        row.sums[at] += quantity
        row.evidence.add(event)
      }
    }
    const refund = `${orderId}/${data.refundId ?? data.providerRefundId}`
    if (type === 'OrderPlaced') items.set(orderId, { event, lines: data.items })
    if (type === 'ReturnRequested') {
      asked.set(`${orderId}/${data.returnId}`, { reason: chosenReason, pieces: [] })
      count(0, chosenReason)
    }
    if (type === 'ReturnReceived') count(1, chosenReason ?? asked.get(`${orderId}/${data.returnId}`)?.reason ?? null)
    if (type === 'OrderRefundRequested') asked.set(refund, { reason: chosenReason, pieces: data.pieces })
    if (type === 'OrderRefunded' || type === 'RefundNoted') {
      const { reason, pieces } = asked.get(refund) ?? { reason: null, pieces: [] }
      ledger.set(refund, { event, cents: data.amountCents, reason, pieces, orderId })
    }
    if (type === 'OrderRefundFailed' && data.wasMade) ledger.delete(refund)
  })
  for (const { event, cents, reason, pieces, orderId } of ledger.values()) {
    const shares = shareOut(cents, pieces, items.get(orderId)!.lines)
    if (pieces.length === 0) {
      const row = rowOf(reason, orderId, undefined)
      row.sums[3] += cents
      row.evidence.add(event)
    }
    pieces.forEach(({ line, quantity }, at) => {
      const row = rowOf(reason, orderId, line)
      row.sums[2] += quantity
      row.sums[3] += shares[at]!
      row.evidence.add(event)
    })
  }
  return [...rows.values()]
    .toSorted(
      (a, b) =>
        b.sums[3] - a.sums[3] ||
        b.sums[0] - a.sums[0] ||
        byText(a.reason, b.reason) ||
        byText(a.product, b.product) ||
        byText(a.productId, b.productId),
    )
    .map(({ reason, product, sums: [piecesRequested, piecesReturned, piecesRefunded, refundedCents], evidence }) => ({
      reason,
      product,
      piecesRequested,
      piecesReturned,
      piecesRefunded,
      refundedCents,
      evidence: [...evidence].toSorted((a, b) => a - b),
    }))
}
