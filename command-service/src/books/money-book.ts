import type { ShopEvent } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'
import { createLedger, dollars, type Ledger, nameOf } from './money-ledger.ts'
import type { Capture } from './money-table.ts'

type Of<Type extends ShopEvent['type']> = Extract<ShopEvent, { type: Type }>['data']
type Handler = (ledger: Ledger, data: unknown, event: Recorded) => readonly string[]

type Handlers = {
  readonly [Type in ShopEvent['type']]?: (ledger: Ledger, data: Of<Type>, event: Recorded) => readonly string[]
}

const ofCheckouts: Handlers = {
  CheckoutPaid({ table, begin }, data, event) {
    const known = table.of(data.captureId)
    if (known) return [`${nameOf(known)} is taken again, for ${data.checkoutId}`]
    begin(event, data, 'paid')
    return []
  },

  RefundRequested({ table, begin, move }, data, event) {
    if (table.of(data.captureId))
      return differences(move(data.captureId, ['paid'], 'to refund'), data.checkoutId, data.amountCents, 'the refund')
    begin(event, data, 'to refund')
    return []
  },

  PaymentRefunded({ sums, move }, data) {
    sums.refunded += data.amountCents
    const moved = move(data.captureId, ['to refund', 'refund pending', 'case'], 'refunded')
    return differences(moved, data.checkoutId, data.amountCents, 'the refund')
  },

  PaymentRefundPending({ move }, data) {
    const moved = move(data.captureId, ['to refund', 'case'], 'refund pending')
    return differences(moved, data.checkoutId, data.amountCents, 'the refund')
  },

  // CaseOpened comes before this event, and does not move money that is pending or refunded.
  PaymentRefundFailed({ table, sums, move }, data) {
    const wasMade = table.of(data.captureId)?.state === 'refunded'
    if (wasMade) sums.refunded -= data.amountCents
    const moved = move(data.captureId, ['refund pending', 'refunded'], 'case')
    return differences(moved, data.checkoutId, data.amountCents, 'the failed refund')
  },

  CaseOpened({ table, move }, { captureId, kind }) {
    // These cases do not change the state of the money.
    if (kind === 'refund-at-provider' || kind === 'dispute') return []
    const state = captureId === null ? undefined : table.of(captureId)?.state
    // Cases about orders or unknown money change no capture.
    if (captureId !== null && (state === 'paid' || state === 'to refund')) move(captureId, [state], 'case')
    return []
  },

  OrderPlaced({ table, sums, move }, data) {
    sums.orders += 1
    sums.ordered += data.totalCents
    const twice = table.putOrder(data.orderId, data.totalCents) ? [] : [`${data.orderId} is ordered twice`]
    return [
      ...twice,
      ...differences(move(data.captureId, ['paid', 'case'], 'order'), data.orderId, data.totalCents, 'the order'),
    ]
  },
}

/** Each refund of an order is made once. All refunds of an order together do not exceed the order's total. */
const ofOrders: Handlers = {
  OrderRefundRequested({ table }, { orderId, refundId, amountCents: cents }, { position, metadata }) {
    const before = table.stateOfRefund(orderId, refundId)
    table.putRefund({ orderId, refundId, cents, state: 'requested', position, at: metadata.recordedAt })
    return before ? [`${refundId} of ${orderId} is requested again, after it was ${before}`] : []
  },

  OrderRefunded(ledger, { orderId, refundId, providerRefundId, amountCents: cents }, { position, metadata }) {
    const before = ledger.table.stateOfRefund(orderId, refundId)
    ledger.table.putRefund({ orderId, refundId, cents, state: 'made', position, at: metadata.recordedAt })
    const twice = before === 'made' ? [`${refundId} of ${orderId} is refunded twice`] : []
    return [...twice, ...giveBack(ledger, { orderId, providerRefundId, cents })]
  },

  RefundNoted: (ledger, { orderId, providerRefundId, amountCents: cents }) =>
    giveBack(ledger, { orderId, providerRefundId, cents }),

  OrderRefundDelayed({ table }, { orderId, refundId }) {
    table.delayRefund(orderId, refundId)
    return []
  },

  OrderRefundPending({ table }, { orderId, refundId, amountCents: cents }, { position, metadata }) {
    table.putRefund({ orderId, refundId, cents, state: 'pending', position, at: metadata.recordedAt })
    return []
  },

  OrderRefundFailed({ table, sums }, data, { position, metadata }) {
    const { orderId, refundId, providerRefundId, amountCents: cents, wasMade } = data
    table.putRefund({ orderId, refundId, cents, state: 'refused', position, at: metadata.recordedAt })
    if (!wasMade) return []
    table.refundOrder(orderId, -cents)
    sums.refunded -= cents
    sums.refundedOfOrders -= cents
    const isKnown = table.removeMade(orderId, providerRefundId)
    return isKnown ? [] : [`${providerRefundId} of ${orderId} failed after it was made, but is not booked as made`]
  },

  OrderRefundRefused({ table }, { orderId, refundId, amountCents: cents }, { position, metadata }) {
    table.putRefund({ orderId, refundId, cents, state: 'refused', position, at: metadata.recordedAt })
    return []
  },
}

function giveBack(
  { table, sums }: Ledger,
  { orderId, providerRefundId, cents }: Readonly<{ orderId: string; providerRefundId: string; cents: number }>,
): readonly string[] {
  sums.refunded += cents
  sums.refundedOfOrders += cents
  const twice = table.putMade(orderId, providerRefundId)
    ? []
    : [`${providerRefundId} at the provider is booked with ${orderId} twice`]
  const order = table.refundOrder(orderId, cents)
  if (!order) return [...twice, `${orderId} is refunded, but there is no such order`]
  if (order.refundedCents <= order.cents) return twice
  return [...twice, `${orderId} costs ${dollars(order.cents)}, but ${dollars(order.refundedCents)} are refunded`]
}

/** TABLE: how each event is booked. */
const handlers = { ...ofCheckouts, ...ofOrders } as Readonly<Record<string, Handler | undefined>>

/**
 * The money of all purchases. Each capture is taken once, and ends as one order of its checkout with the same amount, as one refund, or as
 * a case. After every event: captures − refunds = (orders − refunds of orders) + cases + money under way.
 */
export function createMoneyBook() {
  const ledger = createLedger()
  const { table, sums } = ledger
  const gap = () =>
    sums.captured - sums.refunded - (sums.ordered - sums.refundedOfOrders) - sums.inCases - sums.onItsWay

  return {
    take(event: Recorded): readonly string[] {
      const handle = handlers[event.type]
      if (!handle) return []
      const before = gap()
      const wrong = handle(ledger, event.data, event)
      const moved = gap() - before
      return moved === 0 ? wrong : [...wrong, `the sums are off by ${dollars(moved)} from here on`]
    },
    /** Captures that are still `paid` or `to refund`. */
    unfinished: table.unfinished,
    /** Requested refunds of orders, without an answer from the provider. */
    requested: table.requested,
    summary: () =>
      `${sums.orders} orders of ${dollars(sums.ordered)}, ${dollars(sums.captured)} captured, ${dollars(sums.refunded)} refunded, ${dollars(sums.inCases)} in cases, ${dollars(sums.onItsWay)} on its way`,
    close: table.close,
  }
}

function differences(ended: Capture | string, of: string, amountCents: number, what: string): readonly string[] {
  if (typeof ended === 'string') return [ended]
  const { captureId, checkoutId, cents } = ended
  return [
    ...(of === checkoutId ? [] : [`${captureId} was taken for ${checkoutId}, but ${what} belongs to ${of}`]),
    ...(amountCents === cents
      ? []
      : [`the amount of ${captureId} is ${dollars(cents)}, but ${what} has ${dollars(amountCents)}`]),
  ]
}
