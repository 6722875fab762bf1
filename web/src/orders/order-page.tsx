import type { Order } from '@shop/language/order/api'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { ApiError } from '../lib/api.ts'
import { useInBrowser } from '../lib/in-browser.ts'
import { formatMoney } from '../lib/money.ts'
import { usePageParams } from '../lib/page-params.ts'
import { titled, usePageTitle } from '../lib/page-title.ts'
import { useSession } from '../session/session-store.ts'
import { Badge } from '../ui/badge.tsx'
import { EmptyLine } from '../ui/empty-line.tsx'
import { ArrowLeft } from '../ui/icons/icons.tsx'
import { Link } from '../ui/link.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { discountSums } from './discount-sums.ts'
import { OrderActs } from './order-acts.tsx'
import { OrderAddress } from './order-address.tsx'
import { OrderAgain } from './order-again.tsx'
import { longDateTime } from './order-dates.ts'
import { OrderFacts } from './order-facts.tsx'
import { OrderItemsTable } from './order-items-table.tsx'
import { OrderMoney } from './order-money.tsx'
import { OrderStory } from './order-story.tsx'
import { shortId } from './order-texts.ts'
import { orderQueries } from './orders-api.ts'

export function OrderPage() {
  const { id = '' } = usePageParams()
  const user = useSession((session) => session.user)
  const isKnown = useInBrowser()
  const { data: order, isPending, error, refetch } = useQuery({ ...orderQueries.one(id), enabled: user !== null })
  usePageTitle(titled(order ? `Order ${shortId(order._id)}` : 'Order'))
  if (!user) return isKnown && <Navigate to={`/login?redirect=${encodeURIComponent(`/order/${id}`)}`} replace />
  return (
    <div className="wrap pt-5">
      <Link to="/my-orders" className="text-link text-[0.875rem]! print:hidden">
        <ArrowLeft />
        Back to My Orders
      </Link>
      {order ? (
        <OrderDetails order={order} />
      ) : isPending ? (
        <Loading />
      ) : error instanceof ApiError && [400, 404].includes(error.status) ? (
        <div className="grid gap-3.5 py-6">
          <EmptyLine className="-mx-(--gut) mb-8" />
          <h1 className="type-h2">No order details found.</h1>
          <p className="type-say text-rinse">
            This order may belong to another account. A payment that was refused makes no order.
          </p>
        </div>
      ) : (
        <div className="py-8">
          <h1 className="sr-only">Order</h1>
          <LoadFailure error={error} fallback="Failed to fetch order details" onRetry={refetch} />
        </div>
      )}
    </div>
  )
}

function OrderDetails({ order }: { order: Order }) {
  return (
    <>
      <div className="mt-3 mb-7 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="type-h1 num">Order {shortId(order._id)}</h1>
          <p className="mt-2 text-rinse">Placed on {longDateTime(order.createdAt)}</p>
          <p className="type-xsmall num mt-1 wrap-anywhere text-stone">Order ID {order._id}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Badge tone={order.isPaid ? 'ok' : 'warn'}>{order.isPaid ? 'Payment Approved' : 'Payment Pending'}</Badge>
          <Badge tone={order.isDelivered ? 'ok' : 'neutral'}>{order.isDelivered ? 'Delivered' : 'Not Delivered'}</Badge>
          {order.status === 'Cancelled' && <Badge tone="bad">Cancelled</Badge>}
        </div>
      </div>
      <div className="grid gap-12 lg:grid-cols-[minmax(0,8fr)_minmax(0,4fr)] lg:gap-22">
        <div>
          <OrderFacts order={order} />
          <OrderAddress order={order} />
          <OrderItemsTable items={order.orderItems} />
          <dl className="num mt-5 ml-auto grid max-w-[320px] gap-3.5 text-[0.9375rem]">
            {discountSums(order).map(([name, amount]) => (
              <div key={name} className="flex justify-between gap-4">
                <dt className="text-rinse">{name}</dt>
                <dd>{amount}</dd>
              </div>
            ))}
            <div className="flex justify-between gap-4">
              <dt className="text-rinse">Shipping</dt>
              <dd>{order.shippingMethod}</dd>
            </div>
            <div className="flex justify-between gap-4 border-t border-faded pt-3.5 text-xl font-semibold">
              <dt>Total</dt>
              <dd>{formatMoney(order.totalPrice)}</dd>
            </div>
          </dl>
          <OrderMoney order={order} />
          <OrderAgain order={order} />
          <OrderActs order={order} />
        </div>
        <section aria-labelledby="story" className="print:hidden">
          <h2 id="story" className="type-h4 mb-4">
            Your order step by step
          </h2>
          <OrderStory order={order} />
        </section>
      </div>
    </>
  )
}
