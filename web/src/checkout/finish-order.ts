import type { Order } from '@shop/shared/api/orders'
import { ApiError } from '../lib/api.ts'
import { type Approval, finalizeCheckout, findOrder, recordPayment } from './checkout-api.ts'

/*
 * The browser and the provider's message are hints; the shop's own process owns the completion (decisions M5). So after
 * an approval the browser repeats its two documented calls, which are idempotent, and looks for the order that may have
 * been placed without it. It stops at the first order, at a refusal of the payment, or when its patience ends: then the
 * shop goes on alone, and the money ends as one order or one refund.
 */

export type Finish = { as: 'ordered'; order: Order } | { as: 'refused'; error: ApiError } | { as: 'unknown' }

type Calls = {
  pay: (approval: Approval) => Promise<unknown>
  finalize: (approval: Approval) => Promise<Order>
  find: (approval: Approval) => Promise<Order>
  wait: (ms: number) => Promise<void>
}

export async function finishOrder(approval: Approval, calls: Calls = overHttp): Promise<Finish> {
  let paid = false
  for (const pauseMs of PAUSES_MS) {
    await calls.wait(pauseMs)
    try {
      if (!paid) await calls.pay(approval)
      paid = true
      return { as: 'ordered', order: await calls.finalize(approval) }
    } catch (error) {
      const order = await calls.find(approval).catch(() => undefined)
      if (order) return { as: 'ordered', order }
      if (isRefusedPayment(error)) return { as: 'refused', error }
    }
  }
  return { as: 'unknown' }
}

const PAUSES_MS = [0, 1000, 2000, 3000, 5000, 8000, 10_000, 15_000, 15_000]

/** The provider was asked and said no: nothing is recorded as paid, asking again would get the same answer. */
const isRefusedPayment = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'PAYMENT_NOT_VERIFIED' || error.code === 'PAYMENT_AMOUNT_MISMATCH')

const overHttp: Calls = {
  pay: recordPayment,
  finalize: finalizeCheckout,
  find: findOrder,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}
