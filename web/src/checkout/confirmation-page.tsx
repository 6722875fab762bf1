import type { Order } from '@shop/language/order/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { cartQueries } from '../cart/cart-api.ts'
import { forgetLocalCart } from '../cart/local-cart.ts'
import { ProductName } from '../cart/product-name.tsx'
import { ApiError } from '../lib/api.ts'
import { useInBrowser } from '../lib/in-browser.ts'
import { formatMoney, lineTotal } from '../lib/money.ts'
import { useSeen } from '../lib/seen.ts'
import { typedAtCheckout } from '../lib/typed-at-checkout.ts'
import { useDocumentStart } from '../lib/use-document-start.ts'
import { longDate } from '../orders/order-dates.ts'
import { OrderStory } from '../orders/order-story.tsx'
import { pieceCount, shortId } from '../orders/order-texts.ts'
import { orderQueries } from '../orders/orders-api.ts'
import { useSession } from '../session/session-store.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Picture } from '../ui/picture.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { BoughtPiecesLine } from './bought-pieces-line.tsx'

/** The read model can be behind the log. */
const ASKED_AGAIN = { times: 10, afterMs: 1000 }

/** The tab remembers the order's id. The server checks that the order belongs to the customer. */
export function ConfirmationPage() {
  useDocumentStart()
  const user = useSession((session) => session.user)
  const isKnown = useInBrowser()
  const orderId = isKnown ? typedAtCheckout().orderId : undefined
  const {
    data: order,
    error,
    refetch,
  } = useQuery({
    ...orderQueries.one(orderId ?? ''),
    enabled: orderId !== undefined && user !== null,
    retry: (failures, error) => failures < ASKED_AGAIN.times && (!(error instanceof ApiError) || error.status !== 401),
    retryDelay: ASKED_AGAIN.afterMs,
  })
  useClearedCart(order)
  useSeen(order && { what: 'checkout step', step: 'placed' })

  if (!user || !orderId) return isKnown && <Navigate to="/my-orders" replace />
  if (order) return <Confirmation order={order} />
  return (
    <div className="wrap py-14">
      {!error ? (
        <Loading />
      ) : error instanceof ApiError && error.status === 404 ? (
        <h1 className="type-h2">No order found.</h1>
      ) : (
        <LoadFailure error={error} fallback="Failed to fetch order details" onRetry={refetch} />
      )}
    </div>
  )
}

/** The server has already removed the bought pieces from the account's cart (decisions C17). */
function useClearedCart(order: Order | undefined) {
  const queryClient = useQueryClient()
  const orderId = order?._id
  useEffect(() => {
    if (!orderId) return
    forgetLocalCart()
    queryClient.setQueriesData({ queryKey: cartQueries.all }, { products: [], totalPrice: 0 })
    queryClient.invalidateQueries({ queryKey: cartQueries.all })
    queryClient.invalidateQueries({ queryKey: orderQueries.mine().queryKey })
  }, [orderId, queryClient])
}

function Confirmation({ order }: { order: Order }) {
  return (
    <>
      <div className="sky relative isolate overflow-hidden pt-[calc(46vw+56px)] pb-14 md:pt-[min(9vw,130px)]">
        <BoughtPiecesLine items={order.orderItems} />
        <div className="wrap relative">
          <h1 className="type-display-2 max-w-[4.9em]">Thank You for Your Order!</h1>
          <p className="type-say mt-6 max-w-[30em] md:max-w-[22em]">
            We confirm your order by email. You can follow every step below.
          </p>
        </div>
      </div>
      <div className="wrap">
        <dl className="grid grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
          <Fact name="Order ID">
            {shortId(order._id)}
            <span className="type-xsmall block font-normal text-stone">{order._id}</span>
          </Fact>
          <Fact name="Order date">{longDate(order.createdAt)}</Fact>
          <Fact name="Estimated delivery">{longDate(order.estimatedDelivery)}</Fact>
          <Fact name="Total">
            {formatMoney(order.totalPrice)}
            {order.discount && (
              <span className="type-xsmall block font-normal text-stone">
                after {formatMoney(order.discount)} off with your code
              </span>
            )}
          </Fact>
        </dl>
        <div className="mt-12 grid gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-22">
          <section aria-labelledby="pieces">
            <h2 id="pieces" className="type-h3">
              {pieceCount(order)}
            </h2>
            <Pieces order={order} />
          </section>
          <section aria-labelledby="next">
            <h2 id="next" className="type-h3 mb-5">
              What happens next
            </h2>
            <OrderStory order={order} />
            <div className="mt-7 flex flex-wrap gap-3">
              <ButtonLink to={`/order/${order._id}`}>See your order</ButtonLink>
              <ButtonLink to="/collections/all" variant="outline">
                Back to the shop
              </ButtonLink>
            </div>
          </section>
        </div>
      </div>
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="border-b border-hair pt-3.5 pr-3 pb-4.5">
    <dt className="text-[0.84375rem] text-stone">{name}</dt>
    <dd className="num mt-0.5 text-[1.0625rem] font-medium wrap-anywhere">{children}</dd>
  </div>
)

const Pieces = ({ order }: { order: Order }) => (
  <ul>
    {order.orderItems.map(({ productId, name, image, size, color, price, quantity }) => (
      <li
        key={`${productId} ${size} ${color}`}
        className="grid grid-cols-[88px_1fr] gap-3 border-b border-hair py-4 last:border-0 md:gap-4.5 md:py-5"
      >
        <Picture url={image} alt="" sizes="88px" />
        <div>
          <p className="flex justify-between gap-3 text-[0.9375rem] leading-[1.35]">
            <b className="font-[550]">
              <ProductName name={name} />
            </b>
            <span className="num">{formatMoney(lineTotal(price, quantity))}</span>
          </p>
          <p className="type-xsmall text-stone">{[color, size].filter(Boolean).join(' · ')}</p>
          <p className="type-xsmall text-stone">Quantity: {quantity}</p>
          {quantity > 1 && <p className="type-xsmall num text-stone">{formatMoney(price)} each</p>}
        </div>
      </li>
    ))}
  </ul>
)
