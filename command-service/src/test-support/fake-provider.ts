import type {
  PaymentProvider,
  PaymentState,
  ProviderOrder,
  Refunding,
  Refused,
  Unknown,
} from '../payment/payment-provider.ts'
import { stateOf } from '../payment/payment-state.ts'

/** `declined`: this card, now; `refused`: for good; `reviewed`: approved, but the provider looks at the money after taking it. */
type Decision = 'approved' | 'declined' | 'refused' | 'reviewed'

export type Held = {
  id: string
  createdAt: string | undefined
  amountCents: number
  currency: string
  paysUs: boolean
  customId: string | undefined
  approval: 'none' | Decision
  captureId: string | undefined
  captureStatus: 'COMPLETED' | 'PENDING' | 'DECLINED'
  refundId: string | undefined
  /** Refunds of a part, by the shop's id: their cents. */
  parts: Map<string, number>
  /** Whether the buyer disputes it there. */
  dispute: 'none' | 'open' | 'resolved'
}

/** A payment provider with a ledger in memory. `pass` is called around every call: it may wait, or throw like a lost connection. */
export function createFakeProvider(
  pass: (failpoint: 'before provider' | 'after provider') => Promise<void> = async () => {},
  now = () => new Date(),
) {
  const orders = new Map<string, Held>()
  const madeFor = new Map<string, string>()
  /** `untold`: it refuses to tell of payments, as without the permission for it. */
  const faults = { down: false, untold: false, refusesRefunds: false as false | 'for now' | 'for good' }

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
      refundId: undefined,
      parts: new Map(),
      dispute: 'none',
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
    if (order.approval === 'reviewed') order.captureStatus = 'PENDING'
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
      if (faults.untold) return { is: 'not carried out', code: 'PERMISSION_DENIED' }
      const order = orders.get(id)
      return order ? stateOf(shown(order)) : { is: 'refused', code: 'RESOURCE_NOT_FOUND', final: true }
    }),
    capture: call(({ providerOrderId }): PaymentState => {
      const order = heldOf(providerOrderId)
      return take(order) ?? stateOf(shown(order))
    }),
    refund: call(({ captureId, part }): Refunding => {
      const order = [...orders.values()].find((held) => held.captureId === captureId)
      if (!order) throw new Error(`The provider never took ${captureId}`)
      // What it has made it tells again.
      const isMade = part ? order.parts.has(part.refundId) : order.refundId !== undefined
      if (faults.refusesRefunds && !isMade)
        return faults.refusesRefunds === 'for good'
          ? { is: 'refused', code: 'REFUND_NOT_ALLOWED', final: true }
          : { is: 'not carried out', code: 'PERMISSION_DENIED' }
      if (part) return refundPart(order, part)
      // As PayPal's adapter answers when nothing is left.
      if (!order.refundId && leftOf(order) === 0) return { is: 'refunded', refundId: 'refunded at PayPal' }
      order.refundId ??= `REF-${order.id}`
      return { is: 'refunded', refundId: order.refundId }
    }),
    lookUpRefund: call((refundId): Refunding => ({ is: 'refunded', refundId })),
  }

  return {
    provider,
    faults,
    orders,
    /** The buyer's decision at the provider, and what becomes of it there. */
    decide(id: string, approval: Decision) {
      const order = heldOf(id)
      if (!order.captureId) order.approval = approval
    },
    /** The provider decides on the money it looks at, unless that has gone back. */
    review(id: string, outcome: 'COMPLETED' | 'DECLINED') {
      const order = heldOf(id)
      if (order.captureStatus === 'PENDING' && order.captureId && leftOf(order) > 0) order.captureStatus = outcome
    },
    /** Somebody gives a part of an order's money back at the provider itself, which may refuse. */
    refundThere(id: string, amountCents: number) {
      const order = heldOf(id)
      return refundPart(order, { refundId: `${THERE} ${order.parts.size}`, amountCents })
    },
    /** The buyer disputes money that was taken; a second call resolves that. */
    dispute(id: string) {
      const order = heldOf(id)
      if (order.captureId) order.dispute = order.dispute === 'none' ? 'open' : 'resolved'
    },
    /** An older client creates and captures an order in the browser without reporting it to the shop. */
    payInBrowser(amountCents: number, details: Partial<Held> = {}) {
      const order = make({ amountCents, approval: 'approved', ...details })
      take(order)
      return order.id
    },
  }
}

/** Refunds that the shop has not asked for have ids that begin so. */
export const THERE = 'there'

/** What of an order's money has not gone back. */
export const leftOf = ({ amountCents, refundId, parts }: Held) =>
  refundId ? 0 : amountCents - [...parts.values()].reduce((sum, cents) => sum + cents, 0)

/** The provider's id of a refund of a part. */
export const partIdOf = ({ id, parts }: Held, refundId: string) =>
  `REF-${id}-${[...parts.keys()].indexOf(refundId) + 1}`

function refundPart(order: Held, { refundId, amountCents }: { refundId: string; amountCents: number }): Refunding {
  const { parts } = order
  const before = parts.get(refundId)
  if ((before ?? amountCents) !== amountCents)
    return { is: 'refused', code: 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED', final: true }
  if (before === undefined && amountCents > leftOf(order))
    return { is: 'refused', code: 'REFUND_AMOUNT_EXCEEDED', final: true }
  parts.set(refundId, amountCents)
  return { is: 'refunded', refundId: partIdOf(order, refundId) }
}

const refusals: Readonly<Record<string, { code: string; final: boolean }>> = {
  none: { code: 'ORDER_NOT_APPROVED', final: false },
  declined: { code: 'INSTRUMENT_DECLINED', final: false },
  refused: { code: 'TRANSACTION_REFUSED', final: true },
}

export type FakeProvider = ReturnType<typeof createFakeProvider>

function shown(order: Held): ProviderOrder {
  const { id, approval, captureId, captureStatus, refundId: _, parts, dispute: __, ...facts } = order
  const back = leftOf(order) === 0 ? 'REFUNDED' : parts.size > 0 ? 'PARTIALLY_REFUNDED' : undefined
  const status = captureId ? 'COMPLETED' : approval === 'none' ? 'CREATED' : 'APPROVED'
  const capture = captureId && { ...facts, id: captureId, status: back ?? captureStatus }
  return { ...facts, id, status, captures: capture ? [capture] : [], refunds: [] }
}
