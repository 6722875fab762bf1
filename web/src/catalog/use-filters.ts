import { useAddressQuery } from '../lib/address-query.ts'
import { usePageParams } from '../lib/page-params.ts'
import { queryOf, searchOf } from './filters.ts'

/** The filters are in the address. Changing one keeps the scroll position. */
export function useFilters() {
  const { collection = 'all' } = usePageParams()
  const { params, change } = useAddressQuery()
  return {
    params,
    query: queryOf(params, collection),
    queryFor: (other: URLSearchParams) => queryOf(other, collection),
    change: (to: (params: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) =>
      change(to, searchOf, options),
  }
}
