import type { Cart, MergedCart } from '@shop/shared/api/cart'
import type { ShopConfig } from '@shop/shared/api/shop-config'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../account/session-store.ts'
import { ApiError, api, messageOf } from '../lib/api.ts'
import { noteNotices } from './cart-notices.ts'
import { forgetGuest, startAsNewGuest, useGuest } from './guest-store.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { keepCartLocally, localCart } from './local-cart.ts'
import { fulfil, type LineId, refuse, useWishes, want, wantedOf, withWishes } from './wanted-quantities.ts'

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

export function useAddToCart() {
  const queryClient = useQueryClient()
  return useMutation({
    ...oneAfterTheOther,
    mutationFn: (line: LineId & { quantity: number }) => {
      const { productId, quantity, size, color } = line
      const body = { productId, quantity, size, color, ...writingOwner() }
      return api.post<Cart>('/api/cart', { body, idempotencyKey: idempotencyKeyOf(line) })
    },
    onSuccess: (cart) => showCart(queryClient, cart),
  })
}

/** Absolute quantities, the last click wins (decisions C9); 0 removes the line. Gives a function to call at each click. */
export function useChangeQuantity() {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    ...oneAfterTheOther,
    mutationFn: async (act: { line: LineId; quantity?: number | undefined }) => {
      act.quantity ??= wantedOf(act.line)
      if (act.quantity === undefined) return undefined // an earlier call has sent this wish already
      const { productId, size, color } = act.line
      const body = { productId, size, color, quantity: act.quantity, ...writingOwner() }
      return await api.put<Cart>('/api/cart', { body, idempotencyKey: idempotencyKeyOf(act) })
    },
    onSuccess: async (cart, { line, quantity }) => {
      if (cart === undefined || quantity === undefined) return
      await showCart(queryClient, cart)
      fulfil(line, quantity)
    },
    onError: (error, { line, quantity }) => {
      refuse(line, messageOf(error, quantity === 0 ? 'Failed to remove item from cart' : 'Failed to update cart item'))
      return queryClient.invalidateQueries({ queryKey: cartQueries.all })
    },
  })
  return (line: LineId, quantity: number) => {
    want(line, quantity)
    mutate({ line })
  }
}

export function useRemove() {
  const change = useChangeQuantity()
  return (line: LineId) => change(line, 0)
}

/** Puts the guest's cart into the account's; the server does so once, however often it is asked (decisions C6). */
export function useMergeCart() {
  const queryClient = useQueryClient()
  return useMutation({
    ...oneAfterTheOther,
    mutationFn: (guest: { guestId: string }) =>
      api.post<MergedCart>('/api/cart/merge', { body: guest, idempotencyKey: idempotencyKeyOf(guest) }),
    onSuccess: (cart) => {
      forgetGuest()
      return showCart(queryClient, cart)
    },
    // Only logged, with no word to the shopper (spec §8); checkout asks once more.
    onError: (error) => console.error(messageOf(error, 'Failed to merge guest cart')),
  })
}

type CartOwner = { userId: string } | { guestId: string }

export function useCartOwner(): CartOwner {
  const userId = useSession(({ user }) => user?._id)
  const guestId = useGuest((guest) => guest.guestId)
  return userId ? { userId } : { guestId }
}

/** True for the cart of an expired session: it is kept to be looked at, its owner changes it after signing in. */
export const useIsCartOnlyKept = (): boolean => keyOfOwner(useCartOwner()) === ''

function writingOwner(): CartOwner {
  const userId = useSession.getState().user?._id
  return userId ? { userId } : { guestId: useGuest.getState().guestId || startAsNewGuest() }
}

const keyOfOwner = (owner: CartOwner) => ('userId' in owner ? owner.userId : owner.guestId)

/** The kept copy, when it is this owner's; after an expired session nobody's is everybody's. */
function keptFor(owner: CartOwner) {
  const cart = localCart()
  const key = keyOfOwner(owner)
  return key === '' || key === cart?.userId || key === cart?.guestId ? cart : undefined
}

/** Cart calls never overtake each other, and a call that got no answer is sent again with its key. */
const oneAfterTheOther = {
  scope: { id: 'cart' },
  networkMode: 'always' as const,
  retry: (failures: number, error: Error) => failures < 2 && error instanceof ApiError && error.status === 0,
}

/** A question asked before the answer to an act may come back after it, with the cart of before: it is dropped. */
async function showCart(queryClient: QueryClient, cart: Cart) {
  const { queryKey } = cartQueries.of(currentOwner())
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, received(cart))
}

const currentOwner = (): CartOwner => {
  const userId = useSession.getState().user?._id
  return userId ? { userId } : { guestId: useGuest.getState().guestId }
}

function received(cart: Cart): Cart {
  noteNotices(cart)
  return keepCartLocally(cart)
}
