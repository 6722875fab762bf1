import { useSearchParams } from 'react-router-dom'
import { orderFilters } from './orders-tools.tsx'

/** The query of the list from which an order's page was opened, with only the parameters of that list. */
export function useListOfOrder() {
  const [params] = useSearchParams()
  const names = ['search', 'sortBy', 'page', ...orderFilters]
  const known = [...params].filter(([name, value]) => value && names.includes(name))
  return new URLSearchParams(known)
}

/** The query that finds the previous and the next order. Placed orders are never pending, so the filter `pending` is left out. */
export const placedOrdersOf = (list: URLSearchParams) =>
  new URLSearchParams([...list].filter(([name]) => name !== 'pending' && name !== 'page')).toString()
