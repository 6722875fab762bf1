import { ShopError } from '@shop/language/errors'
import type { PaymentProvider, ProviderOrder } from '../payment/payment-provider.ts'
import { notVerified } from '../payment/verify-payment.ts'

type Held = {
  id: string
  createdAt: string | undefined
  amountCents: number
  currency: string
  paysUs: boolean
  customId: string | undefined
  approval: 'none' | 'approved' | 'declined' | 'reviewed'
  captureId: string | undefined
  captureStatus: 'COMPLETED' | 'PENDING' | 'DECLINED'
  refundId: string | undefined
}

/** A payment provider with a ledger in memory. `pass` is called around every call: it may wait, or throw like a lost connection. */
export function createFakeProvider(
  pass: (failpoint: 'before provider' | 'after provider') => Promise<void> = async () => {},
  now = () => new Date(),
) {
  const orders = new Map<string, Held>()
  const madeFor = new Map<string, string>()
  const faults = { down: false }

  const call =
    <Argument, Result>(act: (argument: Argument) => Result) =>
    async (argument: Argument): Promise<Result> => {
      await pass('before provider')
      if (faults.down) throw new ShopError('PROVIDER_UNAVAILABLE', 'The payment provider does not answer')
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

  function take(order: Held) {
    if (order.captureId) return
    if (order.approval === 'none') throw notVerified('Nobody approved')
    if (order.approval === 'declined') throw notVerified('Declined')
    if (order.approval === 'reviewed') order.captureStatus = 'PENDING'
    order.captureId = `CAP-${order.id}`
  }

  const provider: PaymentProvider = {
    createOrder: call(({ checkoutId, totalCents }) => {
      const id = madeFor.get(checkoutId) ?? make({ amountCents: totalCents, customId: checkoutId }).id
      madeFor.set(checkoutId, id)
      return { providerOrderId: id }
    }),
    orderOf: call((id) => {
      const order = orders.get(id)
      return order && shown(order)
    }),
    capture: call(({ providerOrderId }) => {
      const order = heldOf(providerOrderId)
      take(order)
      return shown(order)
    }),
    refund: call(({ captureId }) => {
      const order = [...orders.values()].find((held) => held.captureId === captureId)
      if (!order) throw new Error(`The provider never took ${captureId}`)
      order.refundId ??= `REF-${order.id}`
      return { refundId: order.refundId }
    }),
  }

  return {
    provider,
    faults,
    orders,
    /** The buyer's decision at the provider; `reviewed`: approved, but the provider looks at the money after taking it. */
    decide(id: string, approval: 'approved' | 'declined' | 'reviewed') {
      const order = heldOf(id)
      if (!order.captureId) order.approval = approval
    },
    /** The provider decides on the money it looks at. */
    review(id: string, outcome: 'COMPLETED' | 'DECLINED') {
      const order = heldOf(id)
      if (order.captureStatus === 'PENDING' && order.captureId) order.captureStatus = outcome
    },
    /** An older client creates and captures an order in the browser without reporting it to the shop. */
    payInBrowser(amountCents: number, details: Partial<Held> = {}) {
      const order = make({ amountCents, approval: 'approved', ...details })
      take(order)
      return order.id
    },
  }
}
export type FakeProvider = ReturnType<typeof createFakeProvider>

function shown({ id, approval, captureId, captureStatus, refundId, ...facts }: Held): ProviderOrder {
  const status = captureId ? 'COMPLETED' : approval === 'none' ? 'CREATED' : 'APPROVED'
  const capture = captureId && { ...facts, id: captureId, status: refundId ? 'REFUNDED' : captureStatus }
  return { ...facts, id, status, captures: capture ? [capture] : [] }
}
