import type { ShopEvent } from '@shop/language/events/all'
import type { Recorded } from '@shop/language/events/event'
import { type Capture, openCapturesTable } from './captures-table.ts'

type Taken = Readonly<{ checkoutId: string; captureId: string; amountCents: number }>
type Of<Type extends ShopEvent['type']> = Extract<ShopEvent, { type: Type }>['data']
type Handler = (ledger: Ledger, data: unknown, event: Recorded) => readonly string[]

type Ledger = ReturnType<typeof createLedger>

/** Where a capture's amount counts. What has ended counts besides by the amounts of orders and refunds, which must be the same. */
const SUM_OF = {
  paid: 'onItsWay',
  'to refund': 'onItsWay',
  case: 'inCases',
  order: 'ended',
  refunded: 'ended',
} as const

/** Each capture's way, and the sums in cents. */
function createLedger() {
  const captures = openCapturesTable()
  const sums = {
    orders: 0,
    captured: 0,
    refunded: 0,
    ordered: 0,
    refundedOfOrders: 0,
    inCases: 0,
    onItsWay: 0,
    ended: 0,
  }

  return {
    captures,
    sums,
    begin({ metadata, position }: Recorded, taken: Taken, state: 'paid' | 'to refund') {
      const { checkoutId, captureId, amountCents: cents } = taken
      captures.put({ captureId, checkoutId, cents, state, position, at: metadata.recordedAt })
      sums.captured += cents
      sums.onItsWay += cents
    },
    /** Moves a capture that is in one of these states; what is wrong otherwise. */
    move(captureId: string, from: readonly Capture['state'][], to: Capture['state']): Capture | string {
      const known = captures.of(captureId)
      if (!known || !from.includes(known.state)) {
        const [name, is] = known ? [nameOf(known), WORDS[known.state]] : [captureId, 'not taken']
        return `${name} is ${is}, and becomes ${WORDS[to]}`
      }
      captures.put({ ...known, state: to })
      sums[SUM_OF[known.state]] -= known.cents
      sums[SUM_OF[to]] += known.cents
      return known
    },
  }
}

const handlers: {
  readonly [Type in ShopEvent['type']]?: (ledger: Ledger, data: Of<Type>, event: Recorded) => readonly string[]
} = {
  CheckoutPaid({ captures, begin }, data, event) {
    const known = captures.of(data.captureId)
    if (known) return [`${nameOf(known)} is taken again, for ${data.checkoutId}`]
    begin(event, data, 'paid')
    return []
  },

  RefundRequested({ captures, begin, move }, data, event) {
    if (captures.of(data.captureId))
      return differences(move(data.captureId, ['paid'], 'to refund'), data.checkoutId, data.amountCents, 'the refund')
    begin(event, data, 'to refund')
    return []
  },

  PaymentRefunded({ sums, move }, data) {
    sums.refunded += data.amountCents
    const moved = move(data.captureId, ['to refund', 'case'], 'refunded')
    return differences(moved, data.checkoutId, data.amountCents, 'the refund')
  },

  CaseOpened({ captures, move }, { captureId }) {
    const state = captureId === null ? undefined : captures.of(captureId)?.state
    // A case may be of an order, or of money that the shop knows by its name only.
    if (captureId !== null && (state === 'paid' || state === 'to refund')) move(captureId, [state], 'case')
    return []
  },

  OrderPlaced({ captures, sums, move }, data) {
    sums.orders += 1
    sums.ordered += data.totalCents
    const twice = captures.isNewOrder(data.orderId, data.totalCents) ? [] : [`${data.orderId} is ordered twice`]
    return [
      ...twice,
      ...differences(move(data.captureId, ['paid', 'case'], 'order'), data.orderId, data.totalCents, 'the order'),
    ]
  },
}

/** Refunds of placed orders, whole or in part: each made once, and together at most what the order was over. */
const ofOrders: typeof handlers = {
  OrderRefundRequested({ captures }, { orderId, refundId, amountCents: cents }, { position, metadata }) {
    const before = captures.stateOfRefund(orderId, refundId)
    captures.putRefund({ orderId, refundId, cents, state: 'requested', position, at: metadata.recordedAt })
    return before ? [`${refundId} of ${orderId} is requested again, after it was ${before}`] : []
  },

  OrderRefunded({ captures, sums }, { orderId, refundId, amountCents: cents }, { position, metadata }) {
    const before = captures.stateOfRefund(orderId, refundId)
    captures.putRefund({ orderId, refundId, cents, state: 'made', position, at: metadata.recordedAt })
    sums.refunded += cents
    sums.refundedOfOrders += cents
    const order = captures.refundOrder(orderId, cents)
    if (!order) return [`${orderId} is refunded, and is no order`]
    return [
      ...(before === 'made' ? [`${refundId} of ${orderId} is refunded twice`] : []),
      ...(order.refundedCents > order.cents
        ? [`${orderId} is over ${dollars(order.cents)}, and ${dollars(order.refundedCents)} of it are refunded`]
        : []),
    ]
  },

  OrderRefundRefused({ captures }, { orderId, refundId, amountCents: cents }, { position, metadata }) {
    captures.putRefund({ orderId, refundId, cents, state: 'refused', position, at: metadata.recordedAt })
    return []
  },
}

/**
 * The money of all purchases: each capture is taken once, and ends as one order of its own checkout over its own amount, as one
 * refund, or as a case. After every event: captures − refunds = orders without what of them was refunded + cases + what is on its way.
 */
export function createMoneyBook() {
  const ledger = createLedger()
  const { captures, sums } = ledger
  const gap = () =>
    sums.captured - sums.refunded - (sums.ordered - sums.refundedOfOrders) - sums.inCases - sums.onItsWay

  return {
    /** What is wrong after this event. */
    take(event: Recorded): readonly string[] {
      const handle = ({ ...handlers, ...ofOrders } as Record<string, Handler | undefined>)[event.type]
      if (!handle) return []
      const before = gap()
      const wrong = handle(ledger, event.data, event)
      const moved = gap() - before
      return moved === 0 ? wrong : [...wrong, `the sums are off by ${dollars(moved)} from here on`]
    },
    /** Captures that are neither an order nor refunded. */
    unfinished: captures.unfinished,
    /** Refunds of orders that are neither made nor refused. */
    requested: captures.requested,
    told: () =>
      `${sums.orders} orders of ${dollars(sums.ordered)}, ${dollars(sums.captured)} captured, ${dollars(sums.refunded)} refunded, ${dollars(sums.inCases)} in cases, ${dollars(sums.onItsWay)} on its way`,
    close: captures.close,
  }
}

function differences(ended: Capture | string, of: string, amountCents: number, what: string): readonly string[] {
  if (typeof ended === 'string') return [ended]
  const { captureId, checkoutId, cents } = ended
  return [
    ...(of === checkoutId ? [] : [`${captureId} was taken for ${checkoutId}, and ${what} is of ${of}`]),
    ...(amountCents === cents
      ? []
      : [`${captureId} is over ${dollars(cents)}, and ${what} over ${dollars(amountCents)}`]),
  ]
}

export const nameOf = ({ captureId, checkoutId, position }: Capture) =>
  `${captureId} (taken for ${checkoutId} at position ${placeOf(position)})`

const WORDS = {
  paid: 'paid',
  'to refund': 'to be refunded',
  case: 'a case',
  order: 'an order',
  refunded: 'refunded',
} as const

/** A position of a log in a file is padded with zeros. */
export const placeOf = (position: string) => position.replace(/^0+(?=\d)/, '')

export const dollars = (cents: number) => (cents / 100).toFixed(2)
