import { startTransition, useOptimistic } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { queryOf, searchOf } from './filters.ts'

/** The filters live in the address; changing one leaves the page where it is scrolled to. */
export function useFilters() {
  const { collection = 'all' } = useParams()
  const navigate = useNavigate()
  const [inAddress] = useSearchParams()
  // The router may take its time with a new address; what was pressed shows at once.
  const [params, show] = useOptimistic(inAddress)
  return {
    params,
    query: queryOf(params, collection),
    queryFor: (other: URLSearchParams) => queryOf(other, collection),
    change: (next: URLSearchParams, options?: { replace?: boolean }) =>
      startTransition(() => {
        show(next)
        navigate({ search: searchOf(next) }, { state: { keepScroll: true }, ...options })
      }),
  }
}
