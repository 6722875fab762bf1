import { useSearchParams } from 'react-router-dom'
import { orderFilters } from './orders-tools.tsx'

/** The query of the list from which an order's page was opened. Parameters that only other pages use are left out. */
export function useListOfOrder() {
  const [params] = useSearchParams()
  const names = ['search', 'sortBy', 'page', ...orderFilters]
  const known = [...params].filter(([name, value]) => value && names.includes(name))
  return new URLSearchParams(known)
}

/**
 * The list's query without its page number and without its filter for unpaid checkouts. An unpaid checkout has no previous and next order.
 */
export const placedOrdersOf = (list: URLSearchParams) =>
  new URLSearchParams([...list].filter(([name]) => name !== 'pending' && name !== 'page')).toString()
