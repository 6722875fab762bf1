import { ApiError } from '../../lib/api.ts'
import { OrderLink } from '../parts/order-link.tsx'

/** Links to the orders that prevent a user's deletion. */
export function OrdersOf({ refusal }: { refusal: Error | null }) {
  const { orders = [] } = refusal instanceof ApiError ? refusal.body : {}
  if (orders.length === 0) return null
  return (
    <ul aria-label="Their orders" className="mt-1.5 flex flex-wrap gap-x-4">
      {orders.map((id) => (
        <li key={id} className="inline-flex min-h-11 items-center lg:min-h-8">
          <OrderLink id={id} />
        </li>
      ))}
    </ul>
  )
}
