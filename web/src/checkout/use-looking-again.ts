import { useEffect, useRef } from 'react'
import type { Payment } from './payment-outcome.tsx'

const EVERY_MS = 5_000

type Acts = { look: () => Promise<Payment>; settle: (found: Payment) => unknown }

/**
 * Looks again when the buyer returns after a cancellation, and every few seconds while the outcome is unknown. The shown message stays
 * until another outcome is found.
 */
export function useLookingAgain({ as }: Payment, acts: Acts) {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    let isOver = false
    const again = async () => {
      const found = await latest.current.look()
      if (!isOver && found.as !== as) latest.current.settle(found)
    }
    const waiting = as === 'unknown' ? setInterval(again, EVERY_MS) : undefined
    if (as === 'cancelled') window.addEventListener('focus', again)
    return () => {
      isOver = true
      clearInterval(waiting)
      window.removeEventListener('focus', again)
    }
  }, [as])
}
