import { startTransition, useOptimistic } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { queryOf, searchOf } from './filters.ts'

/** The filters are in the address; changing one keeps the scroll position. */
export function useFilters() {
  const { collection = 'all' } = useParams()
  const navigate = useNavigate()
  const [inAddress] = useSearchParams()
  // The router may be slow with a new address; the choice is shown at once.
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
