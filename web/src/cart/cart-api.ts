import type { Cart } from '@shop/language/cart/api'
import type { ShopConfig } from '@shop/language/shop/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { useInBrowser } from '../lib/in-browser.ts'
import { useSession } from '../session/session-store.ts'
import { noteNotices } from './cart-notices.ts'
import { useGuest } from './guest-store.ts'
import { keepCartLocally, localCart } from './local-cart.ts'
import { useWantedQuantities, withWantedQuantities } from './wanted-quantities.ts'

export const cartQueries = {
  all: ['cart'] as const,
  of: (owner: CartOwner) =>
    queryOptions({
      queryKey: [...cartQueries.all, keyOfOwner(owner)],
      queryFn: async ({ signal }) =>
        received(await api.get<Cart>(`/api/cart?${new URLSearchParams(owner)}`, { signal })),
      enabled: keyOfOwner(owner) !== '',
      placeholderData: () => keptFor(owner),
    }),
}

export const configQuery = () =>
  queryOptions({
    queryKey: ['config'],
    queryFn: ({ signal }) => api.get<ShopConfig>('/api/config', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The cart as the shopper sees it: the server's last answer, changed by the clicks that are not answered yet. */
export function useCart() {
  const { data, isPending, error, refetch, isFetchedAfterMount } = useQuery(cartQueries.of(useCartOwner()))
  const quantities = useWantedQuantities((wanted) => wanted.quantities)
  // The server draws the first view without a cart, so a kept cart is shown only after hydration.
  const isKnown = useInBrowser()
  return {
    cart: isKnown && data ? withWantedQuantities(data, quantities) : undefined,
    isPending,
    error,
    refetch,
    isFetchedAfterMount,
  }
}

export const useCartCount = (): number =>
  useCart().cart?.products.reduce((count, { quantity }) => count + quantity, 0) ?? 0

export const useCartSymbol = (): string => useQuery(configQuery()).data?.cartCurrencySymbol ?? '$'

export type CartOwner = { userId: string } | { guestId: string }

function useCartOwner(): CartOwner {
  const userId = useSession(({ user }) => user?._id)
  const guestId = useGuest((guest) => guest.guestId)
  return userId ? { userId } : { guestId }
}

/** Whether the cart is the local copy from an expired session. To change it, the customer must sign in. */
export const useIsCartOnlyKept = (): boolean => keyOfOwner(useCartOwner()) === ''

export const keyOfOwner = (owner: CartOwner) => ('userId' in owner ? owner.userId : owner.guestId)

/** After an expired session, every user of this browser sees the local copy. */
function keptFor(owner: CartOwner) {
  const cart = localCart()
  const key = keyOfOwner(owner)
  return key === '' || key === cart?.userId || key === cart?.guestId ? cart : undefined
}

export const currentOwner = (): CartOwner => {
  const userId = useSession.getState().user?._id
  return userId ? { userId } : { guestId: useGuest.getState().guestId }
}

export function received(cart: Cart): Cart {
  noteNotices(cart)
  return keepCartLocally(cart)
}
