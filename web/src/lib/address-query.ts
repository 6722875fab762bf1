import { startTransition, useOptimistic } from 'react'
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router-dom'

/** The choices on a page, stored in the query of its URL. Changing a choice keeps the scroll position. */
export function useAddressQuery() {
  const navigate = useNavigate()
  const [inAddress] = useSearchParams()
  // The router can be slow to apply a new URL, so the choice is shown before the router has applied it.
  const [params, show] = useOptimistic(inAddress)
  return {
    params,
    /**
     * Changes the query in the URL immediately, even before the page shows the change, so that two quick changes both count. `searchOf`
     * writes the new query.
     */
    change: (
      to: (params: URLSearchParams) => URLSearchParams,
      searchOf: (params: URLSearchParams) => string,
      options?: Pick<NavigateOptions, 'replace'>,
    ) =>
      startTransition(() => {
        const next = to(new URLSearchParams(window.location.search))
        show(next)
        navigate({ search: searchOf(next) }, { state: { keepScroll: true }, ...options })
      }),
  }
}
