import type { Order } from '@shop/language/order/api'
import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '../lib/money.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyLine } from '../ui/empty-line.tsx'
import { Link } from '../ui/link.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Picture } from '../ui/picture.tsx'
import { Loading, SkeletonBar } from '../ui/skeleton.tsx'
import { dateTimeWithYear } from './order-dates.ts'
import { RowLabel } from './order-items-table.tsx'
import { cityAndCountry, deliveryInWords, shortId } from './order-texts.ts'
import { orderQueries } from './orders-api.ts'

/** The table of /profile and /my-orders (spec §2). */
export function MyOrders() {
  const { data: orders, isPending, error, refetch } = useQuery(orderQueries.mine())
  return (
    <>
      <h1 className="type-h1 mb-5">My Orders</h1>
      {isPending ? (
        <Loading>
          <LoadingRows />
        </Loading>
      ) : error && !orders ? (
        <LoadFailure error={error} fallback="Failed to fetch orders" onRetry={refetch} />
      ) : orders?.length ? (
        <OrdersTable orders={orders} />
      ) : (
        <NoOrders />
      )}
    </>
  )
}

function OrdersTable({ orders }: { orders: readonly Order[] }) {
  return (
    <table className="orders-table w-full border-collapse text-[0.9375rem] max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-raw text-left text-[0.8125rem] whitespace-nowrap text-stone">
          <th className="w-[68px] py-2.5">
            <span className="sr-only">Image</span>
          </th>
          {['Order ID', 'Created', 'Shipping Address', 'Items'].map((head) => (
            <th key={head} className="py-2.5 pr-3 font-medium xl:pr-6">
              {head}
            </th>
          ))}
          <th className="py-2.5 text-right font-medium">Price</th>
          <th className="py-2.5 pl-5 font-medium">Status</th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {orders.map((order) => (
          <OrderRow key={order._id} order={order} />
        ))}
      </tbody>
    </table>
  )
}

/** The link covers the whole row: one target for mouse, touch and keyboard. */
function OrderRow({ order }: { order: Order }) {
  return (
    <tr className="relative border-b border-hair hover:bg-chalk hover:shadow-[inset_2px_0_0_var(--color-thread)] max-md:grid max-md:grid-cols-[72px_1fr] max-md:wrap-anywhere max-md:gap-x-4 max-md:py-4 md:[&>td]:py-3.5 md:[&>td]:pr-3 xl:[&>td]:pr-6">
      <td className="max-md:row-[1/9]">
        <Picture url={order.orderItems[0]?.image} alt="" sizes="72px" className="w-14 max-md:w-[72px]" />
      </td>
      <td>
        <Link to={`/order/${order._id}`} className="num font-[550] underline after:absolute after:inset-0">
          {shortId(order._id)}
        </Link>
      </td>
      <td className="num md:whitespace-nowrap">
        <RowLabel>Created</RowLabel>
        {dateTimeWithYear(order.createdAt)}
      </td>
      <td className="xl:whitespace-nowrap">
        <RowLabel>To</RowLabel>
        {cityAndCountry(order.shippingAddress)}
      </td>
      <td className="wrap-anywhere">{order.orderItems.map(({ name }) => name).join(', ')}</td>
      <td className="num md:text-right md:!pr-0">{formatMoney(order.totalPrice)}</td>
      <td className="max-md:pt-1.5 md:pl-5">
        <Badge tone={order.isPaid ? 'ok' : 'warn'}>{order.isPaid ? 'Paid' : 'Pending'}</Badge>
        {order.refundedTotal > 0 && (
          <p className="type-xsmall num mt-1 text-stone">{formatMoney(order.refundedTotal)} refunded</p>
        )}
        <p className="type-xsmall num mt-1 text-stone">{deliveryInWords(order)}</p>
      </td>
    </tr>
  )
}

const NoOrders = () => (
  <div className="grid justify-items-start gap-3.5 pb-8">
    <EmptyLine className="-mr-(--gut) mb-8 justify-self-stretch max-xl:-ml-(--gut)" />
    <p className="type-h2">You have no orders.</p>
    <p className="type-say text-rinse">Your orders will be listed here.</p>
    <ButtonLink to="/collections/all" variant="outline" small>
      Continue shopping
    </ButtonLink>
  </div>
)

const LoadingRows = () => (
  <div className="border-t border-raw">
    {[1, 2, 3].map((row) => (
      <div key={row} className="flex items-center gap-6 border-b border-hair py-3.5">
        <div className="weft aspect-4/5 w-14" />
        <SkeletonBar className="w-1/4" />
        <SkeletonBar className="w-1/3" />
      </div>
    ))}
  </div>
)
