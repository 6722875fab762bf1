import type { Order } from '@shop/language/order/api'
import type { OrderStatus } from '@shop/language/order/status'
import { ConfirmedSelect } from '../parts/confirmed-select.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { StatusDialog } from './status-dialog.tsx'
import { statuses } from './statuses.ts'

export const statusIdOf = ({ _id }: Order) => `status-of-${_id}`

export const StatusChange = ({ order, label }: { order: Order; label: string }) => (
  <ConfirmedSelect<OrderStatus>
    id={statusIdOf(order)}
    label={label}
    choices={statuses}
    value={order.status}
    ask={(to, onEnd) => <AskStatus order={order} to={to} onClose={onEnd} />}
  />
)

type AskProps = { order: Order; to: OrderStatus; onClose: () => void }

const AskStatus = ({ to, ...asked }: AskProps) =>
  to === 'Cancelled' ? <CancelDialog {...asked} /> : <StatusDialog {...asked} to={to} />
