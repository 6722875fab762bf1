import type { Customer } from '@shop/language/customer/api'
import type { Order } from '@shop/language/order/api'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { choiceOf } from '../../cart/choice.ts'
import { formatMoney, lineTotal } from '../../lib/money.ts'
import { AddressLines, addressLines, NO_ADDRESS } from '../../orders/address-lines.tsx'
import { discountSums } from '../../orders/discount-sums.ts'
import { hasNothingToShip } from '../../orders/money-words.ts'
import { reasonInWords } from '../../orders/reason-words.ts'
import { Note } from '../../ui/note.tsx'
import { Picture } from '../../ui/picture.tsx'
import { CasesOfOrder } from '../cases/cases-of-order.tsx'
import { CustomerFacts } from '../customers/customer-facts.tsx'
import { CustomerLink } from '../customers/customer-link.tsx'
import { NotesPanel } from '../customers/notes-panel.tsx'
import { DeleteButton } from '../parts/admin-button.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { Fact } from '../parts/fact.tsx'
import { Panel } from '../parts/panel.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { AddressChange } from './address-change.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { LackingPieces } from './lacking-pieces.tsx'
import { OrderBadges } from './order-badges.tsx'
import { pendingWords } from './pending-words.ts'
import { pieceWords } from './piece-words.ts'
import { RefundsAndReturns } from './refunds-and-returns.tsx'
import { ProtectionGap, SellerProtection } from './seller-protection.tsx'
import { TrackingChange } from './tracking-change.tsx'
import { useAskedDeletion } from './use-asked-deletion.ts'

export function OrderNow({ order, customer }: { order: Order; customer: UseQueryResult<Customer> }) {
  const pending = pendingWords(order.pendingReason)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-x-12 gap-y-8 min-[68.75rem]:grid-cols-2">
      <Panel title="Now">
        <div className="mb-3 flex flex-wrap gap-1.5">
          <OrderBadges order={order} />
          {/* An unpaid checkout has no status. */}
          {order.isPaid && <StatusBadge status={order.status} />}
        </div>
        <CasesOfOrder orderId={order._id} />
        {order.lacking ? (
          <LackingPieces order={order} lacking={order.lacking} />
        ) : (
          hasNothingToShip(order) && (
            <BlockedNote>Nothing is left to ship, because all pieces were refunded.</BlockedNote>
          )
        )}
        {order.statusLocked && <BlockedNote>{order.statusLocked}.</BlockedNote>}
        {!order.isPaid && (
          <Note className="mb-4" tone={pending.isYours ? 'warn' : 'info'}>
            <p>
              <b className="font-semibold">{pending.short}.</b> {pending.what}
            </p>
          </Note>
        )}
        <OrderFacts order={order} />
        {order.isPaid && <ProtectionGap order={order} />}
        <AddressChange order={order} />
        {order.isPaid && <TrackingChange order={order} />}
      </Panel>
      <Items order={order} />
      {customer.data && <OrderedBy customer={customer.data} orderId={order.isPaid ? order._id : undefined} />}
      {!customer.data && (
        <AdminFailure
          error={customer.error}
          fallback="Failed to fetch the customer"
          onRetry={() => customer.refetch()}
        />
      )}
      {order.isPaid && <RefundsAndReturns order={order} />}
      {order.isPaid && <DeleteOrder order={order} />}
    </div>
  )
}

function OrderFacts({ order }: { order: Order }) {
  const to = addressLines(order.shippingAddress)
  return (
    <dl className="grid gap-2">
      <Fact name="Payment">{order.paymentMethod}</Fact>
      <Fact name="Shipping">{order.shippingMethod}</Fact>
      {order.cancelReason && <Fact name="Reason for cancelling">{reasonInWords(order.cancelReason)}</Fact>}
      {order.trackingNumber && <Fact name="Tracking number">{order.trackingNumber}</Fact>}
      <Fact name="To">
        <AddressLines lines={to.length > 0 ? to : [NO_ADDRESS]} />
      </Fact>
      {order.isPaid && <SellerProtection order={order} />}
      {discountSums(order).map(([name, amount]) => (
        <Fact key={name} name={name}>
          <span className="num">{amount}</span>
        </Fact>
      ))}
      <div className="mt-1.5 flex justify-between border-t border-faded pt-3 text-lg font-semibold">
        <dt>Total</dt>
        <dd className="num">{formatMoney(order.totalPrice)}</dd>
      </div>
    </dl>
  )
}

const Items = ({ order }: { order: Order }) => (
  <Panel title="Items">
    <ul className="border-t border-hair">
      {order.orderItems.map(({ productId, name, image, size, color, sku, quantity, price }, line) => (
        <li
          key={`${productId} ${size} ${color}`}
          className="grid grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-hair py-2.5"
        >
          <Picture url={image} alt="" sizes="40px" className="w-10" />
          <div className="min-w-0">
            <RowLink to={`/product/${productId}`} className="font-[550] wrap-anywhere">
              {name}
            </RowLink>
            <p className="num type-xsmall text-stone">
              {choiceOf({ size, color })} · {quantity} × {formatMoney(price)}
              {sku && ` · ${sku}`}
            </p>
            <p className="num type-xsmall font-semibold">{pieceWords(order, line)}</p>
          </div>
          <b className="num font-semibold">{formatMoney(lineTotal(price, quantity))}</b>
        </li>
      ))}
    </ul>
  </Panel>
)

const BlockedNote = ({ children }: { children: ReactNode }) => (
  <Note className="mb-4" tone="info">
    <p>{children}</p>
  </Note>
)

/** `orderId` is undefined while the payment is being checked. */
const OrderedBy = ({ customer, orderId }: { customer: Customer; orderId: string | undefined }) => (
  <>
    <Panel title="Customer">
      <p className="mb-2 font-[550]">
        <CustomerLink id={customer._id}>{customer.name}</CustomerLink>
      </p>
      <CustomerFacts customer={customer} />
    </Panel>
    <NotesPanel customer={customer} {...(orderId && { orderId })} />
  </>
)

function DeleteOrder({ order }: { order: Order }) {
  const navigate = useNavigate()
  const { asked, isPending, error, ask, keep, deleteAsked } = useAskedDeletion((deleted) =>
    navigate('/admin/orders', { state: { deleted } }),
  )
  return (
    <div>
      <AdminFailure error={error} fallback="Failed to delete order" />
      <DeleteButton className="px-0!" busy={isPending} onClick={() => ask(order)}>
        Delete order
      </DeleteButton>
      {asked && <DeleteDialog {...asked} changes={asked.changes} onKeep={keep} onDelete={deleteAsked} />}
    </div>
  )
}
