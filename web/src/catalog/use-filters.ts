import { startTransition, useOptimistic } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { usePageParams } from '../lib/page-params.ts'
import { queryOf, searchOf } from './filters.ts'

/** The filters are in the address; changing one keeps the scroll position. */
export function useFilters() {
  const { collection = 'all' } = usePageParams()
  const navigate = useNavigate()
  const [inAddress] = useSearchParams()
  // The router may be slow with a new address; the choice is shown at once.
  const [params, show] = useOptimistic(inAddress)
  return {
    params,
    query: queryOf(params, collection),
    queryFor: (other: URLSearchParams) => queryOf(other, collection),
    /** Changes what is chosen now, which is in the address at once, even when the page has not come to show it. */
    change: (to: (params: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) =>
      startTransition(() => {
        const next = to(new URLSearchParams(window.location.search))
        show(next)
        navigate({ search: searchOf(next) }, { state: { keepScroll: true }, ...options })
      }),
  }
}
