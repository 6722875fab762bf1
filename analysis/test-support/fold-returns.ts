import { byText } from './fold-orders.ts'
import type { Fold, PastEvent } from './past.ts'

type Item = Readonly<{ productId: string; name: string; quantity: number; paidCents: number }>
type Pieces = readonly Readonly<{ line: number; quantity: number }>[]
type What = 'Return' | 'Refund' | 'Cancellation'
/** `isForReturn`: it is a refund for a received return. */
type Said = Readonly<{ what: What; reason: string | null; isForReturn?: boolean }>
/** Pieces or money that went back. `line`: undefined for money without pieces. `at`: the index of the pieces' column in `COLUMNS`. */
type Entry = Said & Readonly<{ orderId: string; line?: number; at: number; quantity: number; cents?: number }>
type Asked = Said & Readonly<{ pieces: Pieces }>
type Ordered = {
  event: number
  lines: readonly Item[]
  cancelled?: Readonly<{ reason: string | null }>
}

const WORDS: Readonly<Record<string, string>> = {
  'too-small': 'Too small',
  'too-large': 'Too large',
  quality: 'Quality',
  late: 'Late',
  'changed-mind': 'Change of mind',
  other: 'Other',
}
export const inWords = (reason: string | null) => (reason === null ? 'Not given' : (WORDS[reason] ?? reason))

const COLUMNS = ['requested', 'returned', 'cancelled', 'refunded', 'amountCents'] as const

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

export function walk(past: readonly PastEvent[]) {
  const orders = new Map<string, Ordered>()
  const asked = new Map<string, Asked>()
  const made = new Map<string, Asked & { cents: number; orderId: string }>()
  const came: PastEvent['data'][] = []
  const entries: Entry[] = []
  past.forEach(({ type, data }, index) => {
    const event = index + 1
    const { orderId, chosenReason: reason = null, pieces } = data
    const order = orders.get(orderId)
    const refund = `${orderId}/${data.refundId ?? data.providerRefundId}`
    const back = `${orderId}/${data.returnId}`
    const what = order?.cancelled ? 'Cancellation' : data.returnId ? 'Return' : 'Refund'
    if (type === 'OrderPlaced') orders.set(orderId, { event, lines: data.items })
    if (type === 'OrderStatusChanged') {
      if (data.to === 'Cancelled') order!.cancelled = { reason: reason ?? order!.cancelled?.reason ?? null }
      else delete order!.cancelled
    }
    if (type === 'OrderRestored' && data.status === 'Cancelled') order!.cancelled ??= { reason: null }
    if (type === 'ReturnRequested') {
      asked.set(back, { what: 'Return', reason, pieces })
      for (const piece of pieces) entries.push({ what: 'Return', reason, orderId, at: 0, ...piece })
    }
    if (type === 'ReturnReceived') came.push({ ...data, what: order?.cancelled ? 'Cancellation' : 'Return' })
    if (type === 'OrderRefundRequested')
      asked.set(refund, { what, reason, pieces, isForReturn: data.returnId !== undefined })
    if (type === 'OrderRefundPending' && !asked.has(refund)) asked.set(refund, { what, reason: null, pieces: [] })
    if (type === 'OrderRefunded' || type === 'RefundNoted' || (type === 'OrderRefundFailed' && data.wasMade)) {
      const known = asked.get(refund) ?? { what, reason: null, pieces: [] }
      asked.set(refund, known)
      if (type === 'OrderRefundFailed') made.delete(refund)
      else made.set(refund, { ...known, cents: data.amountCents, orderId })
    }
  })
  for (const data of came) entries.push(...receivedOf(data))
  for (const [orderId, { lines, cancelled }] of orders)
    if (cancelled)
      for (const [line, { quantity }] of lines.entries())
        entries.push({ what: 'Cancellation', ...cancelled, orderId, line, at: 2, quantity })
  for (const refund of made.values()) entries.push(...refundedOf(refund, orders.get(refund.orderId)!.lines))
  return { orders, entries, made: [...made.values()] }

  function receivedOf({ orderId, returnId, pieces, chosenReason, what }: PastEvent['data']): readonly Entry[] {
    const before = asked.get(`${orderId}/${returnId}`)?.reason
    const ofOrder = what === 'Cancellation' ? orders.get(orderId)!.cancelled?.reason : null
    const reason = chosenReason ?? before ?? ofOrder ?? null
    return pieces.map(({ line, quantity }: Pieces[number]) => {
      return { what, reason, orderId, line, at: 1, quantity }
    })
  }
}

function refundedOf(refund: Asked & { cents: number; orderId: string }, lines: readonly Item[]): readonly Entry[] {
  const { pieces, cents, ...said } = refund
  if (pieces.length === 0) return [{ ...said, at: 3, quantity: 0, cents }]
  const shares = shareOut(cents, pieces, lines)
  return pieces.map(({ line, quantity }, at) => ({ ...said, line, quantity, at: 3, cents: shares[at]! }))
}

export const returns: Fold = (past) => {
  const { orders, entries } = walk(past)
  const itemOf = ({ orderId, line }: Entry) => (line === undefined ? undefined : orders.get(orderId)!.lines[line]!)
  const groups = Map.groupBy(entries, (one) => [one.what, one.reason, itemOf(one)?.productId].join('|'))
  return [...groups.values()]
    .map((those) => {
      const newest = those.toSorted((a, b) => orders.get(a.orderId)!.event - orders.get(b.orderId)!.event).at(-1)!
      const item = itemOf(newest)
      const sums = COLUMNS.map((_, at) =>
        those.reduce((sum, one) => sum + (at === 4 ? (one.cents ?? 0) : one.at === at ? one.quantity : 0), 0),
      )
      const row = {
        what: newest.what,
        reason: inWords(newest.reason),
        product: item?.name ?? 'an amount alone',
        ...Object.fromEntries(COLUMNS.map((name, at) => [name, sums[at]])),
        productId: item?.productId ?? null,
      }
      return { row, sums, productId: item?.productId ?? '~' }
    })
    .toSorted(
      (a, b) =>
        b.sums[4]! - a.sums[4]! ||
        b.sums[0]! - a.sums[0]! ||
        b.sums[2]! - a.sums[2]! ||
        byText(a.row.what, b.row.what) ||
        byText(a.row.reason, b.row.reason) ||
        byText(a.row.product, b.row.product) ||
        byText(a.productId, b.productId),
    )
    .map(({ row }) => row)
}
