import type { Order } from '@shop/language/order/api'
import { formatMoney } from '../../lib/money.ts'
import { shortDateTime } from '../../orders/order-dates.ts'
import { shortId } from '../../orders/order-texts.ts'
import { CustomerLink } from '../customers/customer-link.tsx'
import { DeleteButton } from '../parts/admin-button.tsx'
import { AdminTable, type ListSort } from '../parts/admin-table.tsx'
import { customerOf } from '../parts/customer-of.ts'
import { OrderLink } from '../parts/order-link.tsx'
import { MarkAs } from './mark-as.tsx'
import { OrderBadges } from './order-badges.tsx'
import { pendingWords } from './pending-words.ts'
import { StatusChange } from './status-change.tsx'
import type { Chosen } from './use-chosen.ts'

const COLUMNS = [
  { title: 'Chosen', isTitleHidden: true },
  { title: 'Order ID', up: 'oldest' },
  'User',
  { title: 'Total', up: 'totalasc', down: 'totaldesc', end: true },
  { title: 'Payment', className: 'xl:pl-6!' },
  { title: 'Status', up: 'status' },
  { title: 'Actions', end: true },
]

type TableProps = {
  orders: readonly Order[]
  chosen: Chosen
  list: URLSearchParams
  sort: ListSort
  onDelete: (order: Order) => void
}

export function OrdersTable({ orders, chosen, list, sort, onDelete }: TableProps) {
  return (
    <AdminTable narrow="lines" columns={COLUMNS} sort={sort}>
      {orders.map((order) => (
        <OrderRow key={order._id} order={order} chosen={chosen} list={list} onDelete={() => onDelete(order)} />
      ))}
    </AdminTable>
  )
}

type RowProps = { order: Order; chosen: Chosen; list: URLSearchParams; onDelete: () => void }

function OrderRow({ order, chosen, list, onDelete }: RowProps) {
  const { _id, totalPrice, status, createdAt, isPaid } = order
  const user = customerOf(order)
  const id = shortId(_id)
  return (
    <tr>
      <td>
        {isPaid && (
          <label className="-my-2 -ml-3 max-lg:-mr-3 inline-flex size-11 items-center justify-center">
            <input
              type="checkbox"
              className="tick"
              aria-label={`Choose order ${id}`}
              checked={chosen.has(order)}
              onChange={({ target }) => chosen.choose(order, target.checked)}
            />
          </label>
        )}
      </td>
      <td>
        <OrderLink id={_id} list={list} />
      </td>
      <td data-wide className="wrap-anywhere">
        {user ? <CustomerLink id={user._id}>{user.name}</CustomerLink> : <span className="text-stone">N/A</span>}
        <p className="num type-xsmall text-stone">{shortDateTime(createdAt)}</p>
      </td>
      <td data-end className="num">
        {formatMoney(totalPrice)}
      </td>
      <td data-badges className="xl:pl-6!">
        <OrderBadges order={order} />
        {!isPaid && <p className="type-xsmall text-stone">{pendingWords(order.pendingReason).short}</p>}
      </td>
      <td data-second>{isPaid && <StatusChange order={order} label={`Status of ${id}`} />}</td>
      <td data-end data-second className="xl:pl-4!">
        {/* An unpaid checkout is not an order yet. */}
        <span className={isPaid ? 'inline-flex items-center gap-1' : 'hidden'}>
          {status === 'Delivered' && <span className="type-small px-3 text-stone">Delivered</span>}
          <MarkAs order={order} to="Delivered" variant="outline" className="px-3! max-lg:px-2!" />
          <DeleteButton aria-label={`Delete order ${id}`} className="px-2!" onClick={onDelete}>
            Delete
          </DeleteButton>
        </span>
      </td>
    </tr>
  )
}
