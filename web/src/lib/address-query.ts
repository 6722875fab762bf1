import { startTransition, useOptimistic } from 'react'
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router-dom'

/** The choices on a page, stored in the query of its URL. */
export function useAddressQuery() {
  const navigate = useNavigate()
  const [inAddress] = useSearchParams()
  // The router can be slow, so the choice is shown before the router applies it.
  const [params, show] = useOptimistic(inAddress)
  return {
    params,
    /** Changes the URL's query at once, so that two quick changes both count. `searchOf` writes the query. */
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
