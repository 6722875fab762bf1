import type { Cart, MergedCart } from '@shop/language/cart/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, messageOf } from '../lib/api.ts'
import { oneAfterTheOther, ownerOf, showCart } from './cart-acts.ts'
import { cartQueries } from './cart-api.ts'
import { forgetGuest, useGuest } from './guest-store.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { fulfil, refuse, want, wantedOf } from './quantity-acts.ts'
import type { LineId } from './wanted-quantities.ts'

/** Sends absolute quantities, so the last click wins (decisions C9). The quantity 0 removes the line. */
export function useChangeQuantity() {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    ...oneAfterTheOther,
    mutationFn: async (act: { line: LineId; quantity?: number | undefined }) => {
      act.quantity ??= wantedOf(act.line)
      if (act.quantity === undefined) return undefined // an earlier call has sent this quantity already
      const { productId, size, color } = act.line
      const body = { productId, size, color, quantity: act.quantity, ...ownerOf(act) }
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

/** The server merges a guest's cart only once, even if the call is sent twice (decisions C6). */
export function useMergeCart() {
  const queryClient = useQueryClient()
  return useMutation({
    ...oneAfterTheOther,
    mutationFn: (guest: { guestId: string }) =>
      api.post<MergedCart>('/api/cart/merge', { body: guest, idempotencyKey: idempotencyKeyOf(guest) }),
    onSuccess: (cart, { guestId }) => {
      if (guestId === useGuest.getState().guestId) forgetGuest()
      return showCart(queryClient, cart)
    },
    // A failure is only logged (spec §8). The checkout merges again.
    onError: (error) => console.error(messageOf(error, 'Failed to merge guest cart')),
  })
}
