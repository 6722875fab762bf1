import type { Checkout } from '@shop/language/api/checkout'
import type { Order } from '@shop/language/api/orders'
import { useRef, useState } from 'react'
import { ApiError, messageOf } from '../lib/api.ts'
import { boughtAlready } from './bought-already.tsx'
import { type Approval, startPayment } from './checkout-api.ts'
import { finishOrder } from './finish-order.ts'
import type { Payment } from './payment-outcome.tsx'

type Listeners = {
  onFinishing: (finishing: boolean) => void
  onPending: () => void
  /** Another checkout has bought the cart. */
  onBought: () => void
  onOrdered: (order: Order) => void
}

/** One payment of one checkout, from the provider's button to the order. */
export function usePayment(checkout: Checkout, { onFinishing, onPending, onBought, onOrdered }: Listeners) {
  const [payment, setPayment] = useState<Payment>({ as: 'open' })
  const approval = useRef<Approval | null>(null)
  /** The provider's script tells `fail` only that it failed; what the shop said of this try is kept here. */
  const refusal = useRef<Payment>({ as: 'failed' })

  const createOrder = async () => {
    setPayment({ as: 'open' })
    refusal.current = { as: 'failed' }
    try {
      return await startPayment(checkout)
    } catch (error) {
      refusal.current = refusedAs(error)
      setPayment(refusal.current)
      if (refusal.current.as === 'bought') onBought()
      throw error
    }
  }

  const finish = async () => {
    if (!approval.current) return
    setPayment({ as: 'finishing' })
    onFinishing(true)
    const finished = await finishOrder(approval.current)
    if (finished.as === 'ordered') return onOrdered(finished.order)
    if (finished.as === 'pending') onPending()
    if (finished.as === 'unknown' || finished.as === 'pending') return setPayment({ as: finished.as })
    onFinishing(false)
    const bought = boughtAlready(finished.error)
    if (bought) {
      onBought()
      return setPayment({ as: 'bought', ...bought })
    }
    const { code, message: reason } = finished.error
    const over = code === 'OUT_OF_STOCK' || code === 'NOT_FOUND'
    setPayment(over ? { as: 'refused', reason, begun: true, over } : { as: 'failed', reason })
  }

  return {
    payment,
    createOrder,
    approve: ({ orderID }: { orderID: string }) => {
      approval.current = {
        checkoutId: checkout._id,
        providerOrderId: orderID,
        payKey: crypto.randomUUID(),
        finalizeKey: crypto.randomUUID(),
      }
      return finish()
    },
    cancel: () => setPayment({ as: 'cancelled' }),
    fail: () => {
      if (payment.as === 'finishing') return
      // A new object: it is told again.
      setPayment({ ...refusal.current })
    },
    askAgain: finish,
  }
}

function refusedAs(error: unknown): Payment {
  const bought = boughtAlready(error)
  if (bought) return { as: 'bought', ...bought }
  const over = error instanceof ApiError && error.isRefusal
  return { as: 'refused', reason: messageOf(error, 'The shop did not answer.'), begun: false, over }
}
