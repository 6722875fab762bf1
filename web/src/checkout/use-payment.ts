import type { Checkout } from '@shop/language/checkout/api'
import { useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../lib/api.ts'
import { boughtAlready } from './bought-already.tsx'
import type { Approval } from './checkout-api.ts'
import { finishOrder } from './finish-order.ts'
import { lookUpPayment } from './look-up-payment.ts'
import type { Payment } from './payment-outcome.tsx'
import { beginPayment, begunPaymentOf } from './use-begun-checkout.ts'
import { useLookingAgain } from './use-looking-again.ts'
import { isUndecided, type Listeners, useShownPayment } from './use-shown-payment.ts'

type Actions = { restart: () => unknown }

export function usePayment(checkout: Checkout, listeners: Listeners) {
  const [resumedId] = useState(() => begunPaymentOf(checkout))
  const [isBegun, setBegun] = useState(resumedId !== '')
  const { payment, show, showOrdered, showPending } = useShownPayment(checkout, isBegun, listeners)
  const begunId = useRef(resumedId)
  const approval = useRef<Approval | null>(null)
  /** The shop's refusal of this attempt, stored here because the provider's script does not pass it to `fail`. */
  const refusal = useRef<Payment | null>(null)

  const createOrder = async () => {
    show({ as: 'open' })
    refusal.current = null
    try {
      begunId.current = await beginPayment(checkout)
      setBegun(true)
      return begunId.current
    } catch (error) {
      refusal.current = refusedAs(error)
      show(refusal.current)
      throw error
    }
  }

  /** Resolves with true if the buyer should choose another way to pay. */
  const finish = async (approved: Approval): Promise<boolean> => {
    show({ as: 'finishing' })
    const finished = await finishOrder(approved)
    if (finished.as === 'ordered') showOrdered(finished.order)
    else if (finished.as === 'pending') showPending()
    else if (finished.as === 'unknown') show({ as: 'unknown' })
    else {
      show(refusedAfter(finished.error))
      return finished.error.body.restart === true
    }
    return false
  }

  const settle = async (found: Payment) => {
    if (found.as === 'pending') showPending()
    // This captures only what the buyer has approved.
    else if (found.as === 'finishing' || (found.as === 'unknown' && resumedId))
      await finish(approvalOf(checkout, begunId.current))
    else show(found)
  }
  const lookUp = async (left: Payment) => {
    show({ as: 'asking' })
    await settle(await lookUpPayment(checkout._id, left))
  }

  useEffect(() => void (resumedId && lookUp(CANCELLED)), [resumedId])
  const look = () => lookUpPayment(checkout._id, payment.as === 'unknown' && approval.current ? FAILED : CANCELLED)
  useLookingAgain(payment, { look, settle })

  return {
    payment,
    show,
    createOrder,
    approve: async ({ orderID }: { orderID: string }, { restart }: Actions) => {
      approval.current = approvalOf(checkout, orderID)
      if (await finish(approval.current)) await restart()
    },
    cancel: () => lookUp(CANCELLED),
    fail: (error: unknown) => {
      if (isUndecided(payment)) return
      // A new object makes screen readers read the refusal out again.
      if (refusal.current) show({ ...refusal.current })
      else if (begunId.current) return lookUp(isBlocked(error) ? { as: 'blocked' } : FAILED)
      else show(isBlocked(error) ? { as: 'blocked' } : { as: 'failed' })
    },
    askAgain: () => (approval.current ? finish(approval.current) : lookUp(CANCELLED)),
  }
}

const CANCELLED: Payment = { as: 'cancelled' }
const FAILED: Payment = { as: 'failed', reason: 'Nothing was charged.' }

const approvalOf = ({ _id }: Checkout, providerOrderId: string): Approval => ({
  checkoutId: _id,
  providerOrderId,
  payKey: crypto.randomUUID(),
})

const isBlocked = (error: unknown) => error instanceof Error && /pop-?up/i.test(error.message)

function refusedAs(error: unknown): Payment {
  const bought = boughtAlready(error)
  if (bought) return { as: 'bought', ...bought }
  const over = error instanceof ApiError && error.isRefusal
  return { as: 'refused', reason: messageOf(error, 'The shop did not answer.'), begun: false, over }
}

function refusedAfter(error: ApiError): Payment {
  const bought = boughtAlready(error)
  if (bought) return { as: 'bought', ...bought }
  const { code, message: reason, body } = error
  if (body.sentBack) return { as: 'sent back' }
  const over = code === 'OUT_OF_STOCK' || code === 'NOT_FOUND'
  return over ? { as: 'refused', reason, begun: true, over } : { as: 'failed', reason }
}
