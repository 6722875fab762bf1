import { useParams, useSearchParams } from 'react-router-dom'
import { queryOf } from './filters.ts'

/** The filters live in the address; changing one leaves the page where it is scrolled to. */
export function useFilters() {
  const { collection = 'all' } = useParams()
  const [params, setParams] = useSearchParams()
  return {
    params,
    query: queryOf(params, collection),
    queryFor: (other: URLSearchParams) => queryOf(other, collection),
    change: (next: URLSearchParams, options?: { replace?: boolean }) =>
      setParams(next, { state: { keepScroll: true }, ...options }),
  }
}
