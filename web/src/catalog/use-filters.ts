import { useAddressQuery } from '../lib/address-query.ts'
import { usePageParams } from '../lib/page-params.ts'
import { having, queryOf, searchOf } from './filters.ts'
import { shownIn } from './shown-in.ts'

/** A change of the filters keeps the scroll position and shows the first page again. */
export function useFilters() {
  const { collection = 'all' } = usePageParams()
  const { params, change } = useAddressQuery()
  return {
    params,
    query: queryOf(params, collection),
    shown: shownIn(params),
    queryFor: (other: URLSearchParams) => queryOf(other, collection),
    change: (to: (params: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) =>
      change((from) => having(to(from), 'shown', []), searchOf, options),
    /** The URL keeps the count, so that a reload shows the same number of products. */
    show: (count: number) => change((from) => having(from, 'shown', [String(count)]), searchOf, { replace: true }),
  }
}
