import type { Cart } from '@shop/language/cart/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { oneAfterTheOther, ownerOf, showCart } from './cart-acts.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import type { LineId } from './wanted-quantities.ts'

/** The callbacks run even if the shopper has left the page. */
type Callbacks = { onAdded?: () => void; onRefused?: (error: Error, line: LineId) => void }

export function useAddToCart({ onAdded, onRefused }: Callbacks = {}) {
  const queryClient = useQueryClient()
  return useMutation({
    ...oneAfterTheOther,
    mutationFn: async (line: LineId & { quantity: number }) => {
      const { productId, quantity, size, color } = line
      const body = { productId, quantity, size, color, ...ownerOf(line) }
      return await api.post<Cart>('/api/cart', { body, idempotencyKey: idempotencyKeyOf(line) })
    },
    onSuccess: async (cart) => {
      await showCart(queryClient, cart)
      onAdded?.()
    },
    onError: (error, line) => onRefused?.(error, line),
  })
}
