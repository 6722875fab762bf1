import type { QueryClient } from '@tanstack/react-query'
import { cartQueries } from './cart-api.ts'

/** What another tab has changed in the cart is asked for here too: the copy that both keep tells of it. */
export function followOtherTabs(queryClient: QueryClient) {
  window.addEventListener('storage', ({ key }) => {
    if (key === 'cart' || key === null) queryClient.invalidateQueries({ queryKey: cartQueries.all })
  })
}
