import type { Order } from '@shop/language/order/api'
import { ApiError } from '../lib/api.ts'
import { type Approval, finalizeCheckout, findOrder, recordPayment } from './checkout-api.ts'

/*
 * The browser's calls are only hints: a process manager completes the payment (decisions M5). So the browser also looks for the order,
 * which the server may have placed already.
 */

export type Finish =
  | { as: 'ordered'; order: Order }
  /** The provider is still checking the payment (decisions S7). */
  | { as: 'pending' }
  | { as: 'refused'; error: ApiError }
  | { as: 'unknown' }

type Calls = {
  pay: (approval: Approval) => Promise<unknown>
  finalize: (approval: Approval) => Promise<Order>
  find: (approval: Approval) => Promise<Order>
  wait: (ms: number) => Promise<void>
}

export async function finishOrder(approval: Approval, calls: Calls = overHttp): Promise<Finish> {
  let paid = false
  const begunAtMs = performance.now()
  for (const pauseMs of PAUSES_MS) {
    // Limits the time, because a call without an answer takes long.
    if (performance.now() - begunAtMs > PATIENCE_MS) break
    await calls.wait(pauseMs)
    try {
      if (!paid) await calls.pay(approval)
      paid = true
      return { as: 'ordered', order: await calls.finalize(approval) }
    } catch (error) {
      const order = await calls.find(approval).catch(() => undefined)
      if (order?.isPaid) return { as: 'ordered', order }
      if (error instanceof ApiError && error.code === 'PAYMENT_PENDING') return { as: 'pending' }
      if (isFinal(error)) return { as: 'refused', error }
    }
  }
  return { as: 'unknown' }
}

const PATIENCE_MS = 75_000
const PAUSES_MS = [0, 1000, 2000, 3000, 5000, 8000, 10_000, 15_000, 15_000]

/** Whether a retry would be refused again. The answer has an `orderId` if another checkout has bought the cart. */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (FINAL_CODES.has(error.code) || error.body.orderId !== undefined)

const FINAL_CODES: ReadonlySet<string> = new Set([
  'PAYMENT_NOT_VERIFIED',
  'PAYMENT_AMOUNT_MISMATCH',
  'OUT_OF_STOCK',
  'NOT_FOUND',
])

const overHttp: Calls = {
  pay: recordPayment,
  finalize: finalizeCheckout,
  find: findOrder,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}
