import type { OrderStatus } from '@shop/language/api/order-status'
import type { Order } from '@shop/language/api/orders'
import { CancelDialog } from './cancel-dialog.tsx'
import { StatusDialog } from './status-dialog.tsx'

type AskProps = { order: Order; to: OrderStatus; onClose: () => void }

/** The dialog that confirms a new status of an order. */
export const AskStatus = ({ to, ...asked }: AskProps) =>
  to === 'Cancelled' ? <CancelDialog {...asked} /> : <StatusDialog {...asked} to={to} />
