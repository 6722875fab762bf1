import { useSearchParams } from 'react-router-dom'
import { orderFilters } from './orders-tools.tsx'

/** The query of the list that an order's page was opened from, without what only that list's page knows. */
export function useListOfOrder() {
  const [params] = useSearchParams()
  const names = ['search', 'sortBy', 'page', ...orderFilters]
  const known = [...params].filter(([name, value]) => value && names.includes(name))
  return new URLSearchParams(known)
}

/** Of such a list the query of its placed orders, whatever page of it: what is not paid yet stands in a list of its own, between no orders. */
export const placedOrdersOf = (list: URLSearchParams) =>
  new URLSearchParams([...list].filter(([name]) => name !== 'pending' && name !== 'page')).toString()
