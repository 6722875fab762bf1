import type { Cart } from '@shop/language/api/cart'
import type { ShopConfig } from '@shop/language/api/shop-config'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSession } from '../account/session-store.ts'
import { api } from '../lib/api.ts'
import { noteNotices } from './cart-notices.ts'
import { useGuest } from './guest-store.ts'
import { keepCartLocally, localCart } from './local-cart.ts'
import { useWishes, withWishes } from './wanted-quantities.ts'

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

/** The cart as the shopper wants it: what the server said, under the clicks it has not answered yet. */
export function useCart() {
  const { data, isPending, error, refetch, isFetchedAfterMount } = useQuery(cartQueries.of(useCartOwner()))
  const quantities = useWishes((wishes) => wishes.quantities)
  return { cart: data && withWishes(data, quantities), isPending, error, refetch, isFetchedAfterMount }
}

export const useCartCount = (): number =>
  useCart().cart?.products.reduce((count, { quantity }) => count + quantity, 0) ?? 0

export const useCartSymbol = (): string => useQuery(configQuery()).data?.cartCurrencySymbol ?? '$'

export type CartOwner = { userId: string } | { guestId: string }

export function useCartOwner(): CartOwner {
  const userId = useSession(({ user }) => user?._id)
  const guestId = useGuest((guest) => guest.guestId)
  return userId ? { userId } : { guestId }
}

/** True for the cart of an expired session: it is kept to be looked at, its owner changes it after signing in. */
export const useIsCartOnlyKept = (): boolean => keyOfOwner(useCartOwner()) === ''

const keyOfOwner = (owner: CartOwner) => ('userId' in owner ? owner.userId : owner.guestId)

/** The kept copy, when it is this owner's; after an expired session nobody's is everybody's. */
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
