import type { Order } from '@shop/language/order/api'
import { useState } from 'react'
import { AdminButton } from '../parts/admin-button.tsx'
import { StatusDialog } from './status-dialog.tsx'

/** If the order is delivered while the dialog is open, the dialog stays open and reports the change. */
export function TrackingChange({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mt-4">
      {order.status === 'Shipped' && (
        <AdminButton variant="outline" onClick={() => setOpen(true)}>
          Tracking number…
        </AdminButton>
      )}
      {isOpen && <StatusDialog order={order} to="Shipped" onClose={() => setOpen(false)} />}
    </div>
  )
}
