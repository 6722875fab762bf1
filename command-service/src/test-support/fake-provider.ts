import type {
  PaymentProvider,
  PaymentState,
  ProviderOrder,
  Refunding,
  Refused,
  Unknown,
} from '../payment/payment-provider.ts'
import { stateOf } from '../payment/payment-state.ts'
import { disputesAt, refusalOf } from './fake-disputes.ts'
import { leftOf, lookedUp, refundPart, refundsOf, refundWhole, THERE, wholeBefore } from './fake-refunds.ts'
import type { Decision, Held, RefundStatus } from './held-order.ts'

/** `pass` is called before and after every call. `pass` may wait, or throw like a lost connection. */
export function createFakeProvider(
  pass: (failpoint: 'before provider' | 'after provider') => Promise<void> = async () => {},
  now = () => new Date(),
) {
  const orders = new Map<string, Held>()
  const madeFor = new Map<string, string>()
  /** `unreported`: the provider refuses to report payments, as if a permission were missing. */
  const faults = {
    down: false,
    unreported: false,
    refusesRefunds: false as false | 'for now' | 'for good',
    refundsPend: false,
  }

  const call =
    <Argument, Result>(act: (argument: Argument) => Result) =>
    async (argument: Argument): Promise<Result | Unknown> => {
      await pass('before provider')
      if (faults.down) return { is: 'unknown', cause: new Error('The provider is down') }
      const result = act(argument)
      await pass('after provider')
      return result
    }

  function make(details: { amountCents: number; customId?: string | undefined } & Partial<Held>): Held {
    const order: Held = {
      id: `PP${orders.size + 1}`,
      createdAt: now().toISOString(),
      currency: 'USD',
      paysUs: true,
      approval: 'none',
      captureId: undefined,
      captureStatus: 'COMPLETED',
      reason: undefined,
      isHeld: false,
      refundId: undefined,
      refundAttempt: 0,
      wholeCents: 0,
      parts: new Map(),
      refundStatuses: new Map(),
      dispute: [],
      reversals: [],
      ...details,
      customId: details.customId,
    }
    orders.set(order.id, order)
    return order
  }

  const heldOf = (id: string) => {
    const order = orders.get(id)
    if (!order) throw new Error(`The provider has no order ${id}`)
    return order
  }

  function take(order: Held): Refused | undefined {
    if (order.captureId) return undefined
    const refused = refusals[order.approval]
    if (refused) return { is: 'refused', ...refused }
    if (order.approval === 'reviewed') Object.assign(order, { captureStatus: 'PENDING', reason: 'PENDING_REVIEW' })
    order.captureId = `CAP-${order.id}`
    return undefined
  }

  const provider: PaymentProvider = {
    createOrder: call(({ checkoutId, totalCents, attempt }) => {
      const asked = `${checkoutId} ${attempt}`
      const id = madeFor.get(asked) ?? make({ amountCents: totalCents, customId: checkoutId }).id
      madeFor.set(asked, id)
      return { is: 'created', providerOrderId: id } as const
    }),
    lookUp: call((id): PaymentState => {
      if (faults.unreported) return { is: 'not carried out', code: 'PERMISSION_DENIED' }
      const order = orders.get(id)
      return order ? stateOf(shown(order)) : { is: 'refused', code: 'RESOURCE_NOT_FOUND', final: true }
    }),
    orderOf: call((captureId) => {
      const order = [...orders.values()].find((held) => held.captureId === captureId)
      if (!order) return { is: 'refused', code: 'RESOURCE_NOT_FOUND', final: true } as const
      return { is: 'found', providerOrderId: order.id } as const
    }),
    capture: call(({ providerOrderId }): PaymentState => {
      const order = heldOf(providerOrderId)
      return take(order) ?? stateOf(shown(order))
    }),
    refund: call(({ captureId, part, attempt }): Refunding => {
      const order = [...orders.values()].find((held) => held.captureId === captureId)
      if (!order) throw new Error(`The provider never took ${captureId}`)
      const refusal = refusalOf(order, part)
      if (refusal) return refusal
      // A refund that was already made is reported again.
      const isMade = part ? order.parts.has(part.refundId) : wholeBefore(order, attempt) !== undefined
      if (faults.refusesRefunds && !isMade)
        return faults.refusesRefunds === 'for good'
          ? { is: 'refused', code: 'REFUND_NOT_ALLOWED', final: true }
          : { is: 'not carried out', code: 'PERMISSION_DENIED' }
      const status = faults.refundsPend ? 'PENDING' : 'COMPLETED'
      return part ? refundPart(order, part, status) : refundWhole(order, attempt, status)
    }),
    lookUpRefund: call((refundId): Refunding => {
      const [found] = [...orders.values()].flatMap((order) => lookedUp(order, refundId) ?? [])
      return found ?? { is: 'refused', code: 'RESOURCE_NOT_FOUND', final: true }
    }),
  }

  return {
    provider,
    faults,
    orders,
    decide(id: string, approval: Decision) {
      const order = heldOf(id)
      if (!order.captureId) order.approval = approval
    },
    review(id: string, outcome: 'COMPLETED' | 'DECLINED') {
      const order = heldOf(id)
      if (order.captureStatus === 'PENDING' && order.captureId && (order.isHeld || leftOf(order) > 0))
        Object.assign(order, { captureStatus: order.isHeld ? 'COMPLETED' : outcome, reason: undefined, isHeld: false })
    },
    refundThere(id: string, amountCents: number) {
      const order = heldOf(id)
      return refundPart(order, { refundId: `${THERE} ${order.parts.size}`, amountCents }, 'COMPLETED')
    },
    endRefund(refundId: string, status: RefundStatus) {
      for (const order of orders.values())
        if (order.refundStatuses.has(refundId)) order.refundStatuses.set(refundId, status)
    },
    ...disputesAt(heldOf, now),
    /** An older client creates and captures an order in the browser, without a report to the shop. */
    payInBrowser(amountCents: number, details: Partial<Held> = {}) {
      const order = make({ amountCents, approval: 'approved', ...details })
      take(order)
      return order.id
    },
  }
}

const refusals: Readonly<Record<string, { code: string; final: boolean }>> = {
  none: { code: 'ORDER_NOT_APPROVED', final: false },
  declined: { code: 'INSTRUMENT_DECLINED', final: false },
  refused: { code: 'TRANSACTION_REFUSED', final: true },
}

function shown(order: Held): ProviderOrder {
  const { id, approval, captureId, captureStatus, createdAt, amountCents, currency, paysUs, customId } = order
  const facts = { createdAt, amountCents, currency, paysUs, customId }
  const left = leftOf(order)
  const back = left === 0 ? 'REFUNDED' : left < amountCents ? 'PARTIALLY_REFUNDED' : undefined
  const status = captureId ? 'COMPLETED' : approval === 'none' ? 'CREATED' : 'APPROVED'
  const capture = captureId && { ...facts, id: captureId, status: back ?? captureStatus, reason: order.reason }
  return { ...facts, id, status, captures: capture ? [capture] : [], refunds: captureId ? refundsOf(order) : [] }
}
