import type { Dashboard } from '@shop/language/api/dashboard'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const dashboardQuery = () =>
  queryOptions({
    queryKey: ['admin', 'dashboard'],
    queryFn: ({ signal }) => api.get<Dashboard>('/api/admin/dashboard', { signal }),
    // Its sums may come a moment after what was done: they are asked for again at every visit.
    staleTime: 0,
  })
