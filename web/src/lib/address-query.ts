import { startTransition, useOptimistic } from 'react'
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router-dom'

/** What is chosen on a page, which is the query of its address; changing it keeps the scroll position. */
export function useAddressQuery() {
  const navigate = useNavigate()
  const [inAddress] = useSearchParams()
  // The router may be slow with a new address; the choice is shown at once.
  const [params, show] = useOptimistic(inAddress)
  return {
    params,
    /**
     * Changes what is chosen now, which is in the address at once, even when the page has not come to show it: of two changes within
     * a moment none is lost. `searchOf` writes the new address.
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
