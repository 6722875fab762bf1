import type { Cart } from '@shop/language/api/cart'
import type { QueryClient } from '@tanstack/react-query'
import { useSession } from '../account/session-store.ts'
import { ApiError } from '../lib/api.ts'
import { type CartOwner, cartQueries, currentOwner, received } from './cart-api.ts'
import { startAsNewGuest, useGuest } from './guest-store.ts'

export function writingOwner(): CartOwner {
  const userId = useSession.getState().user?._id
  return userId ? { userId } : { guestId: useGuest.getState().guestId || startAsNewGuest() }
}

/** Cart calls never overtake each other, and a call that got no answer is sent again with its key. */
export const oneAfterTheOther = {
  scope: { id: 'cart' },
  networkMode: 'always' as const,
  retry: (failures: number, error: Error) => failures < 2 && error instanceof ApiError && error.status === 0,
}

/** A question asked before the answer to an act may come back after it, with the cart of before: it is dropped. */
export async function showCart(queryClient: QueryClient, cart: Cart) {
  const { queryKey } = cartQueries.of(currentOwner())
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, received(cart))
}
