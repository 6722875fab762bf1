import { byText, numbered, observedIn, rounded, weekOf } from './fold-orders.ts'
import type { Fold, PastEvent } from './past.ts'

/** Percentages have one decimal and add up to 100 by the method of the largest remainder. */
export const funnel: Fold = (past) => {
  const checkouts = new Map<string, Map<string, PastEvent>>()
  for (const { type, data } of past) if (type === 'CheckoutStarted') checkouts.set(data.checkoutId, new Map())
  for (const event of past) {
    const seen = checkouts.get(event.data.checkoutId ?? event.data.orderId)
    // Deleting the type first keeps the map in the order of the last events.
    const what = isGivenBack(event) ? 'REFUNDED' : event.type
    seen?.delete(what)
    seen?.set(what, event)
  }
  const outcomes = new Map<string, number>()
  const classes = classesOf(past)
  for (const [id, seen] of checkouts) {
    const outcome = outcomeOf(seen, classes.get(id)!.is)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  const rows = [...outcomes].map(([outcome, count]) => {
    const tenths = (1000 * count) / checkouts.size
    return { outcome, checkouts: count, tenths: Math.floor(tenths), rest: tenths % 1 }
  })
  const missing = 1000 - rows.reduce((sum, { tenths }) => sum + tenths, 0)
  const first = rows.toSorted((a, b) => b.rest - a.rest || (a.outcome < b.outcome ? -1 : 1)).slice(0, missing)
  return rows
    .map((row) => ({
      outcome: row.outcome,
      checkouts: row.checkouts,
      percent: (row.tenths + (first.includes(row) ? 1 : 0)) / 10,
    }))
    .toSorted(
      (a, b) =>
        Number(b.outcome === 'Ordered') - Number(a.outcome === 'Ordered') ||
        b.checkouts - a.checkouts ||
        (a.outcome < b.outcome ? -1 : 1),
    )
}

/** The shop records a payment that the provider has refunded as a refusal with this code. */
const isGivenBack = ({ type, data }: Pick<PastEvent, 'type' | 'data'>) =>
  type === 'PaymentRefused' && data.code === 'REFUNDED'

/** The checkouts that wait for the provider's answer: each payment is added when it becomes pending, and removed with its answer. */
function underReview(past: readonly PastEvent[]): ReadonlyMap<string, number> {
  const waiting = new Map<string, Map<string, number>>()
  for (const { type, data, event } of numbered(past)) {
    const captures = waiting.get(data.checkoutId ?? data.orderId) ?? new Map<string, number>()
    if (type === 'PaymentPending') {
      waiting.set(data.checkoutId, captures)
      if (!captures.has(data.captureId)) captures.set(data.captureId, event)
    }
    if (type === 'CheckoutPaid' || type === 'RefundRequested') captures.delete(data.captureId)
    if (type === 'PaymentRefused' || type === 'OrderPlaced') captures.clear()
  }
  return new Map(
    [...waiting].flatMap(([id, captures]) => [...captures.values()].slice(0, 1).map((event) => [id, event])),
  )
}

type Classed = { is: 'ordered' | 'underReview' | 'notEnded' | 'ended'; isPaid: boolean; events: number[] }

const OF_CHECKOUT = /^(Checkout(Started|Reopened|Paid)|Payment(Started|StartRefused|Pending|Refused)|OrderPlaced)$/
const ENDS = /^(Checkout(Expired|Superseded|Abandoned)|RefundRequested)$/

/** Follows each checkout event by event, as the shop does. */
export function classesOf(past: readonly PastEvent[]): ReadonlyMap<string, Readonly<Classed>> {
  const classes = new Map<string, Classed>()
  const reviewed = underReview(past)
  const waits = new Set<string>()
  for (const { type, data, event } of numbered(past)) {
    if (!OF_CHECKOUT.test(type) && !ENDS.test(type)) continue
    const id = data.checkoutId ?? data.orderId
    const one: Classed = classes.get(id) ?? { is: 'notEnded', isPaid: false, events: [] }
    classes.set(id, one)
    one.events.push(event)
    // Money also came if it was taken for nothing, and goes back or went back.
    if (/^(CheckoutPaid|OrderPlaced|RefundRequested)$/.test(type) || isGivenBack({ type, data })) one.isPaid = true
    if (one.is === 'ordered') continue
    if (type === 'OrderPlaced') one.is = 'ordered'
    if (/^Checkout(Started|Reopened|Paid)$/.test(type)) one.is = 'notEnded'
    // The refusal of a payment that was not under review leaves the checkout as it was.
    if (ENDS.test(type) || (type === 'PaymentRefused' && waits.has(id))) one.is = 'ended'
    if (type === 'PaymentPending') waits.add(id)
    else if (!/^(PaymentStart(ed|Refused)|CheckoutExpired)$/.test(type)) waits.delete(id)
  }
  for (const [id, one] of classes) if (reviewed.has(id) && one.is !== 'ordered') one.is = 'underReview'
  return classes
}

/** How many of these checkouts are in each class, except the ordered ones. */
function otherClasses(classes: ReadonlyMap<string, Readonly<Classed>>, ids: Iterable<string>) {
  const of = (is: Classed['is']) => [...new Set(ids)].filter((id) => classes.get(id)?.is === is).length
  return { underReview: of('underReview'), notEnded: of('notEnded'), endedWithoutOrder: of('ended') }
}

function outcomeOf(seen: ReadonlyMap<string, PastEvent>, is: Classed['is']): string {
  if (is === 'ordered') return 'Ordered'
  if (is === 'underReview') return 'Payment under review by the provider'
  if (is === 'notEnded') return 'Not ended yet'
  if (seen.has('RefundRequested')) return `Paid and refunded: ${causeOf(seen.get('RefundRequested')!)}`
  if (seen.has('REFUNDED')) return 'Paid and refunded: It was refunded at the provider'
  const types = [...seen.keys()]
  const opened = types.findLastIndex((type) => /^Checkout(Started|Reopened|Paid)$/.test(type))
  const endedBy = types.find((type, at) => at > opened && /^Checkout(Abandoned|Superseded)$/.test(type))
  if (endedBy === 'CheckoutAbandoned') return `Ended before it was paid: ${causeOf(seen.get(endedBy)!)}`
  const [notBegun, begun, refused] = ['PaymentStartRefused', 'PaymentStarted', 'PaymentRefused'].map((type) =>
    types.indexOf(type),
  )
  if (notBegun! > Math.max(begun!, refused!))
    return `Payment could not begin: ${seen.get('PaymentStartRefused')!.data.code}`
  const { code, meaning } = seen.get('PaymentRefused')?.data ?? {}
  if (meaning === 'refused') return `Payment refused: ${code}`
  if (meaning === 'not carried out') return `Payment not carried out by the provider: ${code}`
  if (endedBy === 'CheckoutSuperseded') return 'Replaced by another checkout of the customer'
  return seen.has('PaymentStarted')
    ? 'Left at the payment, for an unknown reason'
    : 'Left before the payment, for an unknown reason'
}

/** The recorded reason. A reason about pieces of one product is the same for all products. */
function causeOf({ data: { reason } }: PastEvent): string {
  const words = reason.split(': ').at(-1)
  if (words.startsWith('Sold out') || (words.startsWith('Only ') && words.includes(' left'))) return 'Sold out'
  return words.startsWith('You can hold at most ') ? 'More unpaid pieces than a new customer can hold' : reason
}

const named = (past: readonly PastEvent[], type: string) =>
  new Set(past.filter((one) => one.type === type).map(({ data }) => data.checkoutId ?? data.orderId))

export const checkoutsByWeek: Fold = (past) => {
  const started = numbered(past).filter(({ type }) => type === 'CheckoutStarted')
  const classes = classesOf(past)
  return [...Map.groupBy(started, ({ recordedAt }) => weekOf(recordedAt))]
    .map(([week, those]) => {
      const ids = those.map(({ data }) => data.checkoutId)
      const of = (type: string) => ids.filter((id) => named(past, type).has(id)).length
      const ordered = of('OrderPlaced')
      const others = otherClasses(classes, ids)
      const ended = ordered + others.endedWithoutOrder
      return {
        week,
        started: ids.length,
        toPayment: of('PaymentStarted'),
        paid: ids.filter((id) => classes.get(id)!.isPaid).length,
        ordered,
        ...others,
        percentOrdered: ended === 0 ? null : rounded((100 * ordered) / ended, 1),
        ...observedIn(past, 'week', week),
      }
    })
    .toSorted((a, b) => byText(a.week, b.week))
}

export const refusedPayments: Fold = (past) => {
  const refused = numbered(past).filter(
    (one) => one.type === 'PaymentRefused' && one.data.meaning === 'refused' && !isGivenBack(one),
  )
  return [...Map.groupBy(refused, ({ data }) => data.code as string)]
    .map(([code, those]) => {
      const ids = new Set(those.map(({ data }) => data.checkoutId))
      const orderedLater = [...ids].filter((id) => named(past, 'OrderPlaced').has(id)).length
      const others = otherClasses(classesOf(past), ids)
      return { code, refusals: those.length, checkouts: ids.size, orderedLater, ...others }
    })
    .toSorted((a, b) => b.refusals - a.refusals || byText(a.code, b.code))
}

export const holds: Fold = (past) => {
  const expired = numbered(past).filter(({ type }) => type === 'CheckoutExpired')
  return [...Map.groupBy(expired, ({ recordedAt }) => weekOf(recordedAt))]
    .map(([week, those]) => {
      const count = (isWanted: (expiry: (typeof those)[number]) => boolean) =>
        new Set(those.filter(isWanted).map(({ data }) => data.checkoutId)).size
      const after = ({ event, data }: (typeof those)[number], types: RegExp) =>
        numbered(past).filter(
          (one) => one.event > event && types.test(one.type) && one.data.checkoutId === data.checkoutId,
        )
      /** The refund is for the payment that came too late, not for another payment of the checkout. */
      const isTooLate = (expiry: (typeof those)[number]) => {
        const late = after(expiry, /^CheckoutPaid$/).filter(({ data }) => !data.held)
        const refunded = after(expiry, /^RefundRequested$/).map(({ data }) => data.captureId)
        return late.some(({ data }) => refunded.includes(data.captureId))
      }
      const ids = new Set(those.map(({ data }) => data.checkoutId))
      return {
        week,
        expired: ids.size,
        heldAgain: count((expiry) => after(expiry, /^StockHeld(Again)?$/).length > 0),
        paidTooLate: count(isTooLate),
        ordered: [...ids].filter((id) => named(past, 'OrderPlaced').has(id)).length,
        ...otherClasses(classesOf(past), ids),
        ...observedIn(past, 'week', week),
      }
    })
    .toSorted((a, b) => byText(a.week, b.week))
}
