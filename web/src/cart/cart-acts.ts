import type { Cart } from '@shop/language/cart/api'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'
import { useSession } from '../session/session-store.ts'
import { type CartOwner, cartQueries, currentOwner, keyOfOwner, received } from './cart-api.ts'
import { startAsNewGuest, useGuest } from './guest-store.ts'

const owners = new WeakMap<object, CartOwner>()

/** The owner of the cart at the first call of an act. A retry after a login or logout would change another cart, so it is not sent. */
export function ownerOf(act: object): CartOwner {
  const now = writingOwner()
  const owner = owners.get(act) ?? now
  owners.set(act, owner)
  if (keyOfOwner(owner) !== keyOfOwner(now)) throw new ApiError(0, {}, 'PUT')
  return owner
}

function writingOwner(): CartOwner {
  const userId = useSession.getState().user?._id
  return userId ? { userId } : { guestId: useGuest.getState().guestId || startAsNewGuest() }
}

/** Calls that change the cart run one at a time. A call without an answer is retried with the same key. */
export const oneAfterTheOther = {
  scope: { id: 'cart' },
  retry: (failures: number, error: Error) => failures < 2 && error instanceof ApiError && error.status === 0,
}

/**
 * Does nothing if the answer belongs to an earlier owner of the cart. Running reads of the cart are cancelled, because their answers would
 * bring back the old cart.
 */
export async function showCart(queryClient: QueryClient, cart: Cart) {
  const owner = currentOwner()
  if (keyOfOwner(owner) !== (cart.userId ?? cart.guestId)) return
  const { queryKey } = cartQueries.of(owner)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, received(cart))
}
