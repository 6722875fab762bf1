import type { OrderStatus } from '@shop/language/api/order-status'
import type { Order } from '@shop/language/api/orders'
import { useState } from 'react'
import { AdminButton } from '../parts/admin-button.tsx'
import { useFocusAfter } from '../parts/use-focus-after.ts'
import { StatusDialog } from './status-dialog.tsx'
import { StatusSelect } from './status-select.tsx'

/** The id of the element that chooses an order's status. */
export const statusIdOf = ({ _id }: Order) => `status-of-${_id}`

/** A select that changes nothing by itself: each arrow key chooses another status. What is chosen is confirmed in a dialog. */
export function StatusChange({ order, label }: { order: Order; label: string }) {
  const id = statusIdOf(order)
  const [to, setTo] = useState<OrderStatus>()
  const [isAsked, setAsked] = useState(false)
  const focusAfter = useFocusAfter()
  const end = () => {
    setAsked(false)
    setTo(undefined)
    focusAfter(id)
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <StatusSelect id={id} status={to ?? order.status} label={label} onChange={setTo} />
      {to && to !== order.status && (
        <AdminButton variant="outline" className="px-3!" onClick={() => setAsked(true)}>
          Change…
        </AdminButton>
      )}
      {to && isAsked && <StatusDialog order={order} to={to} onClose={end} />}
    </span>
  )
}
