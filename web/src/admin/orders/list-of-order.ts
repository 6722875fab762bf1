import { useSearchParams } from 'react-router-dom'
import { orderFilters } from './orders-tools.tsx'

/** The query of the list from which an order's page was opened, without the parameters of other pages. */
export function useListOfOrder() {
  const [params] = useSearchParams()
  const names = ['search', 'sortBy', 'page', ...orderFilters]
  const known = [...params].filter(([name, value]) => value && names.includes(name))
  return new URLSearchParams(known)
}

/** Without the page number. An unpaid checkout has no neighbours, so the filter for unpaid checkouts is left out too. */
export const placedOrdersOf = (list: URLSearchParams) =>
  new URLSearchParams([...list].filter(([name]) => name !== 'pending' && name !== 'page')).toString()
