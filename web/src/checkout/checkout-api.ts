import type { ShippingAddress } from '@shop/language/address/api'
import type { Cart } from '@shop/language/cart/api'
import type { Checkout, CheckoutNow, PaymentStarted, StartedCheckout } from '@shop/language/checkout/api'
import type { Order } from '@shop/language/order/api'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { idempotencyKeyOf } from '../cart/idempotency-key.ts'
import { useAct } from '../lib/act-key.ts'
import { ApiError, api } from '../lib/api.ts'
import { orderQueries } from '../orders/orders-api.ts'

/** What the shopper agrees to. The server compares the cart's prices with the catalog and locks them (decisions M1). */
export type CheckoutRequest = { cart: Cart; shippingAddress: ShippingAddress; discountCode: string }

export const useStartCheckout = () =>
  useMutation({
    mutationFn: async (request: CheckoutRequest) => {
      const { checkout } = await api.post<StartedCheckout>('/api/checkout', {
        body: bodyOf(request),
        idempotencyKey: idempotencyKeyOf(request),
      })
      return checkout
    },
    retry: (failures, error) => failures < 2 && error instanceof ApiError && error.status === 0,
  })

/** Creates a provider order for the locked total, and returns its id (decisions M3). */
export const startPayment = async (checkout: Checkout): Promise<string> =>
  (await api.post<PaymentStarted>(`/api/checkout/${checkout._id}/payment`, { body: {} })).id

export const useCancelCheckout = () =>
  useAct((checkoutId: string, idempotencyKey) =>
    api.post<Checkout>(`/api/checkout/${checkoutId}/cancel`, { body: {}, idempotencyKey }),
  )

/** One approval by the shopper. A repeated call uses the same key. */
export type Approval = { checkoutId: string; providerOrderId: string; payKey: string }

export const recordPayment = ({ checkoutId, providerOrderId, payKey }: Approval) =>
  api.put<unknown>('/api/checkout/pay', {
    body: { checkoutId, paymentStatus: 'paid', paymentDetails: { id: providerOrderId } },
    idempotencyKey: payKey,
  })

/** A repeated call gets the same order, so it has no idempotency key. */
export const finalizeCheckout = ({ checkoutId }: Approval) =>
  api.post<Order>(`/api/checkout/${checkoutId}/finalize`, { body: {} })

/** The server may have placed the order already. */
export const findOrder = ({ checkoutId }: Approval) => api.get<Order>(`/api/orders/${checkoutId}`)

/** Captures nothing. */
export const lookUpCheckout = (checkoutId: string) => api.get<CheckoutNow>(`/api/checkout/${checkoutId}`)

export const newestOrders = () =>
  queryOptions({
    queryKey: [...orderQueries.all, 'newest'],
    queryFn: ({ signal }) => api.get<readonly Order[]>('/api/orders/my-orders?limit=5', { signal }),
    refetchInterval: 4000,
  })

function bodyOf({ cart, shippingAddress, discountCode }: CheckoutRequest) {
  return {
    checkoutItems: cart.products
      .filter(({ soldOut }) => !soldOut)
      .map(({ productId, name, image, price, quantity, size, color }) => ({
        productId,
        name,
        image,
        price,
        quantity,
        size,
        color,
      })),
    shippingAddress,
    paymentMethod: 'PayPal',
    // The server subtracts the discount.
    totalPrice: cart.totalPrice,
    ...(discountCode && { discountCode }),
  }
}
