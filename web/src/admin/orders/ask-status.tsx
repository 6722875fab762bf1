import type { Order } from '@shop/language/order/api'
import type { OrderStatus } from '@shop/language/order/status'
import { CancelDialog } from './cancel-dialog.tsx'
import { StatusDialog } from './status-dialog.tsx'

type AskProps = { order: Order; to: OrderStatus; onClose: () => void }

/** The dialog that asks for confirmation before the status of an order changes. */
export const AskStatus = ({ to, ...asked }: AskProps) =>
  to === 'Cancelled' ? <CancelDialog {...asked} /> : <StatusDialog {...asked} to={to} />
