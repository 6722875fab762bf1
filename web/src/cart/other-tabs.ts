import type { QueryClient } from '@tanstack/react-query'
import { cartQueries } from './cart-api.ts'

/** Refetches the cart when another tab has changed the local copy of the cart. All tabs share this copy. */
export function followOtherTabs(queryClient: QueryClient) {
  window.addEventListener('storage', ({ key }) => {
    if (key === 'cart' || key === null) queryClient.invalidateQueries({ queryKey: cartQueries.all })
  })
}
