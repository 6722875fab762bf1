import type { Checkout } from '@shop/language/checkout/api'
import { useEffect, useState } from 'react'
import { clockTime } from '../orders/order-dates.ts'
import { Clock } from '../ui/icons/page-icons.tsx'

export function HeldUntil({ checkout }: { checkout: Checkout }) {
  const { endsAt, over } = useHold(checkout)
  return (
    <p className="type-small flex items-center gap-2.5">
      <Clock />
      <span>
        {over ? 'The hold ended at ' : 'Held for you until '}
        <b className="num font-semibold">{clockTime(endsAt)}</b>
        {over && '. If you have not paid yet, press Change to go back and hold your pieces again.'}
      </span>
    </p>
  )
}

/** The hold's duration counts from the first render, because this device's clock can be wrong. */
function useHold({ createdAt, expiresAt }: Checkout) {
  const [begunAtMs] = useState(Date.now)
  const [over, setOver] = useState(false)
  const heldForMs = Date.parse(expiresAt) - Date.parse(createdAt)

  useEffect(() => {
    const timer = setTimeout(() => setOver(true), heldForMs - (Date.now() - begunAtMs))
    return () => clearTimeout(timer)
  }, [begunAtMs, heldForMs])

  return { endsAt: new Date(begunAtMs + heldForMs).toISOString(), over }
}
